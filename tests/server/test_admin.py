"""`ilos admin`: the administrator's tools (H-13, F-23, U-07)."""

import asyncio
import json
import logging
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from playing import running

from ilos.cli import main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with one running table."""
    asyncio.run(_fill(tmp_path))
    return tmp_path


async def _fill(folder: Path) -> None:
    async with running(f"sqlite:///{folder}/ilos.sqlite") as server:
        made = await server.table("mine", "mine", title="Friday")
        (folder / "token").write_text(made.keys[0].token)


def admin(folder: Path, *words: str) -> int:
    return main(["admin", "--data", str(folder), *words])


def the_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert admin(folder, "list") == 0
    return str(json.loads(capsys.readouterr().out)["id"])


def test_tables_are_listed_without_secrets(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line of JSON a table."""
    assert admin(folder, "list", "--status", "playing") == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["title"], line["names"]) == ("Friday", ["Ana", "Bo"])
    assert admin(folder, "list", "--status", "finished") == 0
    assert capsys.readouterr().out == ""


def test_the_folder_may_be_named_before_or_after_the_command(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As people type it."""
    for words in (["--data", str(folder), "list"], ["list", "--data", str(folder)]):
        assert main(["admin", *words]) == 0
        assert json.loads(capsys.readouterr().out)["title"] == "Friday"


def test_only_an_ip_address_is_banned(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A ban of anything else would shut nothing out."""
    for word in ("ban-address", "unban-address"):
        assert admin(folder, word, "example.org") == 2
        assert "'example.org' is no IP address" in capsys.readouterr().err


def test_a_folder_without_a_database_is_refused_and_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A misspelt folder is no server without tables."""
    for words in (["list"], ["expire"], ["ban-address", "203.0.113.7"]):
        assert admin(tmp_path / "wrong", *words) == 2
        assert "there is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_table_is_shown_as_a_spectator_sees_it(
    folder: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """H-13: opening the hidden part is logged."""
    table = the_table(folder, capsys)
    assert admin(folder, "show", table) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["record"]["events"][1]["cards"] == 5
    assert shown["record"]["fair"]["secret"] is None
    with caplog.at_level(logging.WARNING):
        assert admin(folder, "show", table, "--hidden") == 0
    assert len(json.loads(capsys.readouterr().out)["record"]["events"][1]["cards"]) == 5
    assert f"the hidden part of table {table} was shown" in caplog.text


def test_an_exported_table_can_be_taken_in_elsewhere(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same log, and the links stay valid; a second time it is refused."""
    table = the_table(folder, capsys)
    file = tmp_path / "table.json"
    assert admin(folder, "export", table, "--out", str(file)) == 0
    other = tmp_path / "other"
    assert admin(other, "import", str(file)) == 0
    assert capsys.readouterr().out.strip() == table
    assert admin(other, "import", str(file)) == 2
    asyncio.run(_can_be_opened(other, table, (folder / "token").read_text()))


async def _can_be_opened(folder: Path, table: str, token: str) -> None:
    async with (
        running(f"sqlite:///{folder}/ilos.sqlite") as server,
        server.player(table, token) as ana,
    ):
        assert (await ana.welcomed()).seats == [0]


def test_a_wrong_summary_is_made_again_from_the_log(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log is the only truth."""
    table = the_table(folder, capsys)
    with sqlite3.connect(folder / "ilos.sqlite") as connection:
        connection.execute("UPDATE tables SET status = 'open', waiting = NULL")
    connection.close()
    assert admin(folder, "repair", table) == 0
    assert "status, waiting rebuilt" in capsys.readouterr().out
    assert admin(folder, "repair", table) == 0
    assert "nothing to repair" in capsys.readouterr().out


def test_a_backup_is_taken_while_the_server_runs(tmp_path: Path) -> None:
    """F-23: the copy opens and holds the tables."""
    asyncio.run(_back_up(tmp_path))


async def _back_up(folder: Path) -> None:
    async with running(f"sqlite:///{folder}/ilos.sqlite") as server:
        made = await server.table("mine", "mine")
        target = folder / "copy" / "ilos.sqlite"
        target.parent.mkdir()
        assert await asyncio.to_thread(admin, folder, "backup", str(target)) == 0
        assert await asyncio.to_thread(admin, folder, "backup", str(target)) == 2
        assert await asyncio.to_thread(admin, folder, "list") == 0  # the server is asked
    await _can_be_opened(target.parent, made.table.id, made.keys[0].token)


def test_a_backup_is_restored_over_what_a_crash_left(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """F-23: the log of the old database is not replayed onto the copy; the old one is kept."""
    table = the_table(folder, capsys)
    assert admin(folder, "backup", str(folder / "copy.sqlite")) == 0
    _crash_while_deleting_all(folder / "ilos.sqlite")
    assert (folder / "ilos.sqlite-wal").stat().st_size > 0
    assert admin(folder, "restore", str(folder / "copy.sqlite")) == 0
    assert not (folder / "ilos.sqlite-wal").exists()
    (kept,) = (
        path for path in folder.glob("*.replaced-*") if not path.name.endswith(("-wal", "-shm"))
    )
    assert str(kept) in capsys.readouterr().err
    assert the_table(folder, capsys) == table
    asyncio.run(_can_be_opened(folder, table, (folder / "token").read_text()))


def _crash_while_deleting_all(path: Path) -> None:
    """Leave a log beside the file, as a process that was killed does."""
    program = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1]);"
        "c.execute('PRAGMA wal_autocheckpoint=0'); c.execute('DELETE FROM tables');"
        "c.execute('DROP TABLE log_entries'); c.commit(); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)]).returncode == 9


async def test_nothing_is_restored_under_a_running_server(tmp_path: Path) -> None:
    """It would go on writing to what was there before."""
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite") as server:
        made = await server.table("mine", "mine")
        copy = str(tmp_path / "copy.sqlite")
        assert (await ilos(tmp_path, "backup", copy))[0] == 0
        code, said = await ilos(tmp_path, "restore", copy)
        assert (code, said.count("\n")) == (2, 1)
        assert "stop it first" in said
        path = f"/tables/{made.table.id}"
        assert (await server.try_call("GET", path, token=made.host)).status_code == 200


@pytest.mark.parametrize("content", ["", "no database at all " * 100])
def test_what_is_no_backup_is_not_restored(
    folder: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The database stays as it is."""
    table = the_table(folder, capsys)
    (folder / "bad.sqlite").write_text(content)
    assert admin(folder, "restore", str(folder / "bad.sqlite")) == 2
    assert admin(folder, "restore", str(folder / "nowhere.sqlite")) == 2
    assert capsys.readouterr().err.count("\n") == 2
    assert the_table(folder, capsys) == table


def test_a_backup_to_a_full_disk_leaves_no_file(folder: Path) -> None:
    """Nobody takes an empty file for a backup."""
    target = folder / "copy.sqlite"
    program = (
        "import resource, signal, sys; from ilos.cli import main;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096));"
        "sys.exit(main(sys.argv[1:]))"
    )
    words = ["admin", "--data", str(folder), "backup", str(target)]
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert not target.exists()


def test_tables_and_tokens_are_taken_away(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Deleting is for good; a token is void wherever it was valid."""
    table = the_table(folder, capsys)
    token = (folder / "token").read_text()
    assert admin(folder, "ban-token", token) == 0
    assert admin(folder, "ban-token", token) == 2
    assert admin(folder, "ban-address", "203.0.113.7", "--days", "1", "--reason", "flood") == 0
    assert admin(folder, "unban-address", "203.0.113.7") == 0
    assert admin(folder, "delete", table) == 0
    assert admin(folder, "delete", table) == 2
    assert "there is no table" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "ilos-table/1", "tables": []}'])
def test_a_file_that_is_no_table_is_refused(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bad input changes nothing and is told in a line."""
    (tmp_path / "bad.json").write_text(text)
    assert admin(tmp_path, "import", str(tmp_path / "bad.json")) == 2
    assert capsys.readouterr().err.count("\n") == 1


async def ilos(folder: Path, *words: str) -> tuple[int, str]:
    """The tool as a process of its own, beside the server."""
    tool = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ilos.cli", "admin", "--data", str(folder), *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await tool.communicate()
    return tool.returncode or 0, said.decode()


async def test_the_administrator_is_heard_while_the_server_runs(tmp_path: Path) -> None:
    """The server does what is asked, through a socket that only its owner may open."""
    async with running(f"sqlite:///{tmp_path}/ilos.sqlite", sweep=0.05) as server:
        made = await server.table("mine", "mine", title="Friday")
        table, token = made.table.id, made.keys[0].token
        socket = tmp_path / "ilos.sqlite.admin"
        assert socket.stat().st_mode & 0o777 == 0o600
        code, said = await ilos(tmp_path, "list")
        assert (code, json.loads(said)["id"]) == (0, table)
        async with server.player(table, token) as ana:
            await ana.welcomed()
            assert (await ilos(tmp_path, "ban-token", token))[0] == 0
            await ana.socket.wait_closed()
            assert ana.socket.close_code == 4009
        assert (await server.try_call("GET", f"/tables/{table}", token=token)).status_code == 403
        async with server.player(table, made.keys[1].token) as bo, server.lobby() as looker:
            await bo.welcomed()
            assert (await ilos(tmp_path, "ban-address", "127.0.0.1", "--days", "1"))[0] == 0
            for line in (bo.socket, looker):
                await line.wait_closed()
                assert line.close_code == 4003
        assert (await server.try_call("GET", "/server")).json()["code"] == "banned"
        assert await ilos(tmp_path, "unban-address", "127.0.0.1") == (
            0,
            "127.0.0.1: no longer banned\n",
        )
        out = str(tmp_path / "table.json")
        assert (await ilos(tmp_path, "export", table, "--out", out))[0] == 0
        assert await ilos(tmp_path, "delete", table) == (0, f"{table}: deleted for good\n")
        assert (
            await server.try_call("GET", f"/tables/{table}", token=made.host)
        ).status_code == 403
        code, said = await ilos(tmp_path, "delete", table)
        assert (code, said) == (2, f"ilos: there is no table {table}\n")
        assert await ilos(tmp_path, "import", out) == (0, f"{table}\n")
        assert (
            await server.try_call("GET", f"/tables/{table}", token=made.host)
        ).status_code == 200
    assert not socket.exists()


def test_only_the_owner_reads_what_holds_secrets(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """H-13: the database, its backups and exported tables."""
    table = the_table(folder, capsys)
    admin(folder, "backup", str(folder / "copy.sqlite"))
    admin(folder, "export", table, "--out", str(folder / "table.json"))
    for name in ("ilos.sqlite", "copy.sqlite", "table.json"):
        assert (folder / name).stat().st_mode & 0o777 == 0o600, name


async def test_a_server_whose_door_cannot_be_made_plays_on_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A path longer than a socket may have: tables are served, the log names what is missing."""
    folder = tmp_path / ("x" * 120)
    async with running(f"sqlite:///{folder}/ilos.sqlite") as server:
        assert (await server.try_call("GET", "/server")).status_code == 200
    assert "`ilos admin` cannot reach this server" in caplog.text
    assert list(folder.glob("*.admin")) == []
