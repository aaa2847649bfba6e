// While something is on its way or being shown, nothing else can be chosen; the page looks so.

export const isBusy = () => document.body.classList.contains("busy");
export const hold = (now) => document.body.classList.toggle("busy", now);
