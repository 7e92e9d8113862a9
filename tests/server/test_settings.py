"""Settings by flags, environment and TOML file."""

from pathlib import Path

import msgspec
import pytest

from ilos.server.app import App
from ilos.server.settings import BadSettings, Settings, read_settings

PAGE = Path(__file__).parents[2] / "docs" / "hosting" / "settings.md"


def test_flags_go_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    """What is not said has its default."""
    file = tmp_path / "server.toml"
    file.write_text('port = 1\nhost = "file"\nworkers = 3\n')
    environment = {"ILOS_PORT": "2", "ILOS_HOST": "environment", "ILOS_ORIGINS": "a, b"}
    found = read_settings({"port": 4, "host": None}, environment, file)
    assert (found.port, found.host, found.workers) == (4, "environment", 3)
    assert (found.origins, found.sockets) == (["a", "b"], Settings().sockets)


@pytest.mark.parametrize("text", ["prot = 1", "port = 'many'", "port = [", "port = 1.5"])
def test_a_setting_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    """A misspelt name is not passed over."""
    file = tmp_path / "server.toml"
    file.write_text(text)
    with pytest.raises(BadSettings):
        read_settings({}, {}, file)
    with pytest.raises(BadSettings):
        read_settings({}, {}, tmp_path / "nowhere.toml")
    with pytest.raises(BadSettings):
        read_settings({}, {"ILOS_PORT": "many"})


@pytest.mark.parametrize(
    "name, value", [("LOG_LEVEL", "loud"), ("LOG_FORMAT", "xml"), ("WORKERS", "0")]
)
def test_a_setting_that_would_break_the_server_is_named(name: str, value: str) -> None:
    """Without a worker no bot would ever move; a level nobody knows ended in a traceback."""
    with pytest.raises(BadSettings, match=f"setting {name.lower()}: "):
        read_settings({}, {f"ILOS_{name}": value})


def test_the_database_lies_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the platform's convention, unless said otherwise."""
    monkeypatch.setenv("XDG_DATA_HOME", "/x")
    assert Settings().data_folder().name == "ilos"
    assert Settings(data="/d").database_url() == "sqlite:////d/ilos.sqlite"
    assert Settings(database="postgresql://x").database_url() == "postgresql://x"


def test_every_setting_is_explained() -> None:
    """docs/hosting/settings.md has a line for each, with its default."""
    page = PAGE.read_text(encoding="utf-8")
    for field in msgspec.structs.fields(Settings):
        default = field.default if field.default is not msgspec.NODEFAULT else []
        text = f'"{default}"' if isinstance(default, str) else str(default)
        assert f"| `{field.name}` | `{text}` |" in page


def test_a_substitute_that_nobody_knows_is_refused() -> None:
    """The seats of absent people would never move."""
    with pytest.raises(BadSettings, match="substitute: unknown bot 'nobody'; known: random, "):
        App(Settings(substitute="nobody"), None)  # type: ignore[arg-type]
