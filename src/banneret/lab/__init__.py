"""The lab: thousands of games of a designer's rules, measured, with answers that say how sure they are.

run = Run.create(Experiment("baron", games=2000), "runs/baron")
run.play()
html = report_html(run, "en")
"""

from .experiment import BadExperiment, Experiment, LineUp
from .run import Progress, Run
from .store import BadRun

__all__ = ["BadExperiment", "BadRun", "Experiment", "LineUp", "Progress", "Run"]
