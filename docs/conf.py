"""How Sphinx builds the documentation site: `make docs`, strictly, without the network."""

from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.inspect import TypeAliasForwardRef

import ilos

project = "Ilôs"
copyright = "the authors of this fan-made edition, MIT licence"  # noqa: A001
author = "the authors of this fan-made edition"
release = version = ilos.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.intersphinx"]
intersphinx_mapping: dict[str, tuple[str, str | None]] = {}  # nothing is fetched while building
exclude_patterns = ["images"]
nitpicky = True
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]

autodoc_member_order = "bysource"
autodoc_default_options = {"undoc-members": True}  # so that what has no docstring is noticed
autodoc_type_aliases = {name: name for name in ("Move", "Event")}
TypeAliasForwardRef.__repr__ = lambda alias: alias.name  # as it is written inside a union
default_role = "code"  # docstrings are written like Markdown
python_maximum_signature_line_length = 100
python_display_short_literal_types = True
# Types in signatures may be of other libraries, which are not at hand offline, or of inner modules.
nitpick_ignore_regex = [(r"py:.*", r".*")]

html_theme = "furo"
html_title = f"Ilôs {release}"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_theme_options = {
    "footer_icons": [],
    "light_css_variables": {
        "color-brand-primary": "#14607A",
        "color-brand-content": "#14607A",
        "color-background-primary": "#FFFAEC",
        "color-background-secondary": "#F0E2BF",
        "color-foreground-primary": "#3B2618",
    },
    "dark_css_variables": {
        "color-brand-primary": "#8FD3E4",
        "color-brand-content": "#8FD3E4",
        "color-background-primary": "#16303B",
        "color-background-secondary": "#1E3C48",
        "color-foreground-primary": "#F4E6C4",
    },
}


def _ask_for_docstring(
    _app: Sphinx, what: str, name: str, found: Any, _options: Any, lines: list[str]
) -> None:
    """Warn, and so fail, about a class, function or property of the reference without docstring."""
    home = getattr(found, "__module__", "ilos") or "ilos"  # a property has none
    if what not in ("attribute", "data") and home.startswith("ilos") and not any(lines):
        logging.getLogger(__name__).warning("%s %s has no docstring", what, name)


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", _ask_for_docstring)
