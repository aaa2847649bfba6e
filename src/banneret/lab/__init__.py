"""The lab: thousands of games of a designer's rules, measured, with answers that say how sure they are.

run = Run.create(Experiment("baron", games=2000), "runs/baron")
run.play()                           or run.start(on_progress=...) in the background, and run.stop()
html = report_html(run, "en")
"""

from .declared import NoSuchQuestion
from .experiment import BadExperiment, Experiment, LineUp
from .outliers import Outlier, kept_record, outlier, outliers
from .questions import QUESTIONS, ask
from .report import report_html, verdict, write_replay, write_report
from .run import Progress, Run
from .sheet import measure
from .stage import perform
from .store import BadRun

KERNELS = (perform, measure)  # what the lab needs compiled

__all__ = [
    "KERNELS",
    "QUESTIONS",
    "BadExperiment",
    "BadRun",
    "Experiment",
    "LineUp",
    "NoSuchQuestion",
    "Outlier",
    "Progress",
    "Run",
    "ask",
    "kept_record",
    "outlier",
    "outliers",
    "report_html",
    "verdict",
    "write_replay",
    "write_report",
]
