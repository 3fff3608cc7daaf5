"""A sweep in MLflow: a parent run, an evaluation run a variation, a trace an answer; and its traces in any collector of
OpenTelemetry. The only room that imports mlflow, late, and through its public interfaces."""
