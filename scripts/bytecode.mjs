/**
 * Compiles the Python files of a pack to bytecode with the very Python that will run them, so that no
 * page does it at every start: node scripts/bytecode.mjs FOLDER
 *
 * Of the standard library only what a start imports is compiled, as bytecode is larger than source, and
 * what cannot be used in a page is left out.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadPyodide } from "../web/node_modules/pyodide/pyodide.mjs";

/** Modules for terminals, processes, servers, mail, tests and debuggers. */
const LEFT_OUT =
    "_pyrepl bdb cProfile cmd code codeop ctypes curses doctest ensurepip filecmp ftplib idlelib imaplib " +
    "mailbox multiprocessing netrc optparse pdb pickletools poplib profile pstats pty pydoc pydoc_data " +
    "rlcompleter smtplib socketserver sqlite3 tabnanny trace turtle turtledemo unittest venv wsgiref xml " +
    "xmlrpc zipapp";

const [folder] = process.argv.slice(2);
const python = await loadPyodide();
python.runPython(`
import importlib._bootstrap_external as loader
import sys
import zipfile

def bytecode(name, source):
    code = compile(source, name, "exec", dont_inherit=True, optimize=0)
    return loader._code_to_hash_pyc(code, b"\\0" * 8, False)

def rewrite(is_compiled, is_kept=lambda name: True):
    with zipfile.ZipFile("/in.zip") as read, zipfile.ZipFile("/out.zip", "w") as write:
        for entry in read.infolist():
            body, name = read.read(entry), entry.filename
            if entry.is_dir() or not is_kept(name):
                continue
            if name.endswith(".py") and is_compiled(name):
                name, body = name + "c", bytecode(name, body)
            new = zipfile.ZipInfo(name, (2017, 1, 1, 0, 0, 0))
            new.compress_type = zipfile.ZIP_DEFLATED
            write.writestr(new, body, compresslevel=9)

def rewrite_library(left_out):
    start = f"/lib/python{sys.version_info[0]}{sys.version_info[1]}.zip/"
    files = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
    imported = {file.removeprefix(start) for file in files if file.startswith(start)}
    top = lambda name: name.split("/")[0].removesuffix(".py")
    rewrite(imported.__contains__, lambda name: name in imported or top(name) not in left_out)
`);

const archive = (name) => new Uint8Array(readFileSync(join(folder, name)));

/** Lets Python rewrite one archive of the pack. */
function rewrite(name, how) {
    python.FS.writeFile("/in.zip", archive(name));
    python.runPython(how);
    writeFileSync(join(folder, name), python.FS.readFile("/out.zip"));
}

for (const name of ["msgspec.zip", "ilos.zip"]) {
    rewrite(name, "rewrite(lambda name: True)");
    python.unpackArchive(archive(name), "zip", { extractDir: "/pack" });
}
python.runPython('sys.path.insert(0, "/pack")');
for (const module of ["ilos.local.page", "ilos.local.bots"])
    python.pyimport(module);
rewrite("python_stdlib.zip", `rewrite_library("${LEFT_OUT}".split())`);
