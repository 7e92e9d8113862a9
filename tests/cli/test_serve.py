"""`ilos serve` says in one line why it does not start."""

import socket
import subprocess
import sys
from pathlib import Path


def said(*words: str) -> str:
    """The one line on standard error of a server that does not start."""
    command = [sys.executable, "-m", "ilos.cli", "serve", "--no-browser", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    return done.stderr


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    """With what to do about it."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        line = said("--data", str(tmp_path), "--port", port)
    assert port in line
    assert "--port" in line


def test_a_public_url_that_is_no_address_is_named(tmp_path: Path) -> None:
    """Links would lead nowhere, and every page would be refused."""
    line = said("--data", str(tmp_path), "--port", "0", "--public-url", "ilos.example.org")
    assert "'ilos.example.org' is no address such as https://" in line


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Here it is a file."""
    (tmp_path / "file").write_text("")
    assert "file" in said("--data", str(tmp_path / "file"), "--port", "0")


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    """It is left as it is."""
    path = tmp_path / "ilos.sqlite"
    path.write_text("a letter to a friend " * 50)
    assert "not a database" in said("--data", str(tmp_path), "--port", "0")
    assert path.read_text() == "a letter to a friend " * 50


def test_a_database_that_is_away_is_named() -> None:
    """PostgreSQL at a port where nobody listens."""
    url = "postgresql://ilos@127.0.0.1:1/ilos"
    assert "refused" in said("--database", url, "--port", "0")
