"""All settings of the pipeline together: those of the core, and what extensions add to them as `pipeline_settings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragatta.pipeline.core_settings import CoreSettings
from ragatta.pipeline.plugins.settings import extended

if TYPE_CHECKING:

    class Pipeline(CoreSettings):
        """Whatever can change an answer, and where the collections lie."""

else:
    Pipeline = extended("pipeline_settings", CoreSettings, __name__, "Pipeline")
