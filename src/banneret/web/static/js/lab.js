// The lab: options of the chosen game, and a run that fills.

const chooser = document.querySelector("[data-game]");
if (chooser) {
  const show = () => {
    for (const options of document.querySelectorAll("[data-options]")) {
      options.hidden = options.dataset.options !== chooser.value;
    }
  };
  chooser.addEventListener("change", show);
  show();
}

const told = document.getElementById("lab");
if (told) watch(JSON.parse(told.textContent));

/** Ask how far the run is, every second while it plays. */
async function watch({ run, says }) {
  const answer = await fetch(`/lab/runs/${run}/progress`).catch(() => null);
  if (answer?.ok) {
    const { done, total, playing } = await answer.json();
    const bar = document.getElementById("done");
    bar.max = total;
    bar.value = done;
    document.getElementById("count").textContent = says.so_far.replace("{done}", done).replace("{total}", total);
    document.getElementById("state").textContent = done >= total ? says.finished : playing ? says.running : says.queued;
    document.getElementById("report").hidden = !done;
    if (done >= total) return;
  }
  setTimeout(() => watch({ run, says }), 1000);
}
