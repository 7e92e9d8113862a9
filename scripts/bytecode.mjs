/**
 * Compiles the Python files of an archive to bytecode with the very Python that will run them, so that
 * no page does it at every start: node scripts/bytecode.mjs ARCHIVE
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadPyodide } from '../web/node_modules/pyodide/pyodide.mjs';

const [archive] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.writeFile('/in.zip', new Uint8Array(readFileSync(archive)));
python.runPython(`
import importlib._bootstrap_external as loader
import zipfile

def bytecode(name, source):
    code = compile(source, name, "exec", dont_inherit=True, optimize=0)
    return loader._code_to_hash_pyc(code, b"\\0" * 8, False)

with zipfile.ZipFile("/in.zip") as read, zipfile.ZipFile("/out.zip", "w") as write:
    for entry in read.infolist():
        body = read.read(entry)
        name = entry.filename
        if name.endswith(".py"):
            name, body = name + "c", bytecode(name, body)
        new = zipfile.ZipInfo(name, (2017, 1, 1, 0, 0, 0))
        new.compress_type = zipfile.ZIP_DEFLATED
        write.writestr(new, body, compresslevel=9)
`);
writeFileSync(archive, python.FS.readFile('/out.zip'));
