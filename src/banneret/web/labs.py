"""The lab in the browser: a designer asks a question, a run of modest size fills, the report is read.

Runs are folders beside the games, each known by the browser that asked. One at a time plays, in a process of its
own behind everything else; a run that was interrupted goes on when somebody looks at it.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import re
import secrets
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.responses import Response

from banneret.core.errors import BanneretError
from banneret.games import editions

from . import forms, pages
from .errors import NoSuchTable, NotPossible
from .guards import COOKIE, browser_of, give_token, hashed, new_token
from .reading import speech_of

router = APIRouter(include_in_schema=False)
OWNER = "owner.json"
SIZES = (200, 1000, 5000)
REPLAY_SECONDS = 60  # that drawing a game may take at most
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'"
)


class Labs:
    """The runs in a folder, and the one that plays."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._playing: tuple[str, subprocess.Popen[bytes]] | None = None

    def close(self) -> None:
        with self._lock:
            if self._playing:
                self._playing[1].terminate()
                self._playing[1].wait()

    def create(self, experiment: Any, owner: str) -> str:
        """Keep a new run; it plays when its turn comes."""
        from banneret.lab.run import Run

        name = secrets.token_urlsafe(9)
        Run.create(experiment, self.folder / name)
        (self.folder / name / OWNER).write_text(json.dumps({"owner": owner}), encoding="utf-8")
        return name

    def find(self, name: str, owner: str | None) -> Path:
        """The folder of a run that a browser asked for."""
        folder = self.folder / name
        known = name.replace("-", "").replace("_", "").isalnum() and (folder / OWNER).exists()
        if not known or json.loads((folder / OWNER).read_text(encoding="utf-8"))["owner"] != owner:
            raise NoSuchTable("there is no such run")
        return folder

    def owned_by(self, owner: str | None) -> list[str]:
        """The runs of a browser, the newest first."""
        kept = sorted(self.folder.glob(f"*/{OWNER}"), key=lambda path: -path.stat().st_mtime)
        return [
            path.parent.name for path in kept if json.loads(path.read_text(encoding="utf-8"))["owner"] == owner
        ]

    def keep_going(self, name: str) -> bool:
        """Let a run play if none does; whether it plays now."""
        with self._lock:
            if self._playing and self._playing[1].poll() is None:
                return self._playing[0] == name
            command = [sys.executable, "-m", "banneret", "lab", "resume", str(self.folder / name), "--jobs", "1"]
            playing = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if hasattr(os, "setpriority"):
                os.setpriority(os.PRIO_PROCESS, playing.pid, 10)
            self._playing = (name, playing)
            return True


def labs_of(request: Request) -> Labs:
    labs: Labs = request.app.state.labs
    return labs


@router.get("/lab")
def lab(request: Request) -> HTMLResponse:
    """What can be asked, and what was asked before."""
    from banneret.lab.questions import QUESTIONS

    labs = labs_of(request)
    return pages.page(
        request,
        "lab.html",
        games=[pages.described(request, key) for key in editions()],
        questions=list(QUESTIONS),
        sizes=SIZES,
        runs=[summary(request, name) for name in labs.owned_by(browser_of(request))],
        fields={key: options_of(request, key) for key in editions()},
    )


def options_of(request: Request, key: str) -> list[dict[str, Any]]:
    game = pages.game_of(request, key)
    return forms.fields(game.info, game.words(speech_of(request).language))


def summary(request: Request, name: str) -> dict[str, Any]:
    """A run in the list: what was asked, and how far it is."""
    from banneret.lab.run import Run

    run = Run.open(labs_of(request).folder / name)
    title = pages.described(request, run.experiment.game)["title"]
    done, total = run.done, run.total
    return {"id": name, "game": title, "question": run.experiment.question, "done": done, "total": total}


@router.post("/lab/runs")
async def ask(request: Request) -> Response:
    form = await pages.read_form(request)

    return await asyncio.to_thread(asked, request, form)


def asked(request: Request, form: dict[str, str]) -> Response:
    """A new run by what the form says."""
    from banneret.lab.questions import QUESTIONS
    from banneret.lab.questions import ask as put

    key, question = form.get("game", ""), form.get("question", "")
    game = pages.game_of(request, key)
    if question not in QUESTIONS:
        raise NotPossible(f"there is no question {question!r}")
    size = forms.whole("games", form.get("games", str(SIZES[0])))
    if size not in SIZES:
        raise NotPossible(f"a run from the page has {', '.join(map(str, SIZES))} games")
    chosen = {name.removeprefix(f"{key}."): value for name, value in form.items() if name.startswith(f"{key}.")}
    given = forms.read_options(game.info, {**chosen, "options": "1"})
    given.pop("players")
    options = {k: v for k, v in given.items() if v != next(o.default for o in game.info.options if o.name == k)}
    players = forms.whole("players", form["players"]) if form.get("players") else None
    search = "mcts:50" if question == "skill" else None
    experiment = put(question, key, players=players, games=size, search=search, search_games=40, options=options)
    token = request.cookies.get(COOKIE) or new_token()
    name = labs_of(request).create(experiment, hashed(token))
    labs_of(request).keep_going(name)
    response = RedirectResponse(f"/lab/runs/{name}", 303)
    give_token(response, token, secure=request.url.scheme == "https")
    return response


@router.get("/lab/runs/{name}")
def run(request: Request, name: str) -> HTMLResponse:
    """A run as it fills."""
    labs_of(request).find(name, browser_of(request))
    return pages.page(request, "lab_run.html", run=summary(request, name), says=speech_of(request).table("lab"))


@router.get("/lab/runs/{name}/progress")
def progress(request: Request, name: str) -> JSONResponse:
    """How far a run is; one that waits is set going if it can."""
    labs_of(request).find(name, browser_of(request))
    shown = summary(request, name)
    playing = shown["done"] < shown["total"] and labs_of(request).keep_going(name)
    return JSONResponse({"done": shown["done"], "total": shown["total"], "playing": playing})


@router.get("/lab/runs/{name}/report")
def report(request: Request, name: str) -> HTMLResponse:
    """The report of what there is so far. It is one page with its own styles, and loads nothing."""
    from banneret.lab.report import report_html
    from banneret.lab.run import Run

    folder = labs_of(request).find(name, browser_of(request))
    found = Run.open(folder)
    if not found.done:
        raise NotPossible("there are no games to report on yet")
    try:
        page = report_html(found, speech_of(request).language, replays=f"/lab/runs/{name}/games/{{number}}")
    except BanneretError as error:
        raise NotPossible(str(error)) from None
    return HTMLResponse(page, headers={"Content-Security-Policy": REPORT_POLICY})


@router.get("/lab/runs/{name}/games/{number}")
def game(request: Request, name: str, number: int) -> HTMLResponse:
    """A remarkable game of a report as an animated page, drawn when it is first asked for."""
    folder = labs_of(request).find(name, browser_of(request))
    page = drawn(folder, number, speech_of(request).language)
    scripts = " ".join(map(allowed, re.findall(r"<script>(.*?)</script>", page, re.DOTALL)))
    policy = REPORT_POLICY.replace("style-src", f"script-src {scripts}; font-src data:; style-src")
    return HTMLResponse(page, headers={"Content-Security-Policy": policy})


def drawn(folder: Path, number: int, language: str) -> str:
    """The replay of a run's remarkable game; in a process of its own, since it takes seconds."""
    path = folder / "replays" / f"{number}-{language}.html"
    if not path.exists():
        watch = [sys.executable, "-m", "banneret", "lab", "watch", str(folder), str(number), "--no-open"]
        draft = path.with_name(f"{secrets.token_hex(8)}.html")
        drawing = [*watch, "--language", language, "-o", str(draft)]
        done = subprocess.run(drawing, capture_output=True, timeout=REPLAY_SECONDS, check=False)
        if done.returncode:
            raise NoSuchTable("there is no such game")
        draft.replace(path)
    return path.read_text(encoding="utf-8")


def allowed(script: str) -> str:
    """A script of a page as its policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
