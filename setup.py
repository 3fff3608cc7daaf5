"""Where the package's rooms lie: at the root of the repository, and in the package `ragatta` of an installation."""

from setuptools import find_namespace_packages, setup

ROOMS = ("conf", "datasets", "eval", "experiments", "extensions", "locks", "pipeline")
GENERATED = ("*__pycache__*", "*.pdfs*", "*.summaries*", "*.seed_*", "*.imported*", "*.local*", "extensions.*.tests*")

setup(
    packages=["ragatta", "hydra_plugins"]
    + [f"ragatta.{name}" for name in find_namespace_packages(".", GENERATED) if name.partition(".")[0] in ROOMS],
    package_dir={f"ragatta.{room}": room for room in ROOMS},
)
