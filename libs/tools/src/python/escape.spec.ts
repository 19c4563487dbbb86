import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PythonPool } from './python-pool.js';

const MARK = 'planted-mark-58213';
let pool: PythonPool;
let folder: string;
let server: Server;
let port: number;
let hits = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pvg-python-'));
  writeFileSync(join(folder, 'secret.txt'), MARK);
  process.env.PVG_PLANTED = MARK;
  server = createServer((_, response) => {
    hits += 1;
    response.end(MARK);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  pool = new PythonPool({ warmCount: 1 });
  await run('1');
}, 120_000);

afterAll(() => {
  pool.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  delete process.env.PVG_PLANTED;
});

async function run(code: string, options: { keep?: string; timeoutMs?: number } = {}) {
  const { keep = 'one', timeoutMs = 20_000 } = options;
  try {
    const answer = await pool.run({ code, charsMax: 5_000 }, { keep, timeoutMs, signal: new AbortController().signal });
    return { ...answer, refused: '' };
  } catch (error) {
    return { ok: false, text: '', files: [], refused: (error as { publicMessage: string }).publicMessage };
  }
}

/** `$` is the folder with the planted file, `%` the port of a server on this machine. */
const ESCAPES: readonly (readonly [string, string])[] = [
  ['a host file', `print(open('$/secret.txt').read())`],
  ['a host folder', `import os; print(os.listdir('$'))`],
  ['the password file', `print(open('/etc/passwd').read())`],
  ['the process table', `print(open('/proc/1/environ').read(), open('/proc/self/cmdline').read())`],
  ['a climb', `print(open('/mnt/data/../../../..$/secret.txt').read())`],
  ['a symlink', `import os; os.symlink('$/secret.txt', '/mnt/data/link'); print(open('/mnt/data/link').read())`],
  [
    'a link to the root',
    `import os; os.symlink('/', '/mnt/data/root'); print(open('/mnt/data/root$/secret.txt').read())`,
  ],
  ['the environment', `import os; print(os.environ.get('PVG_PLANTED'), os.getenv('PVG_PLANTED'), dict(os.environ))`],
  ['a write outside', `open('$/made.txt', 'w').write('x')`],
  [
    'a socket',
    `import socket; s = socket.create_connection(('127.0.0.1', %), 2); s.send(b'GET / HTTP/1.0\\r\\n\\r\\n'); print(s.recv(100))`,
  ],
  ['urllib', `import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:%/').read())`],
  [
    'http.client',
    `import http.client; c = http.client.HTTPConnection('127.0.0.1', %); c.request('GET', '/'); print(c.getresponse().read())`,
  ],
  ['pyfetch', `from pyodide.http import open_url; print(open_url('http://127.0.0.1:%/').read())`],
  ['import js', `import js; print(js.process.env.PVG_PLANTED)`],
  ['js put back', `import sys; sys.modules.pop('js', None); import js; print(js.fetch('http://127.0.0.1:%/'))`],
  [
    'pyodide_js',
    `import sys; sys.modules.pop('pyodide_js', None); import pyodide_js; pyodide_js.mountNodeFS('/x', '$'); print(open('/x/secret.txt').read())`,
  ],
  [
    'the file systems of the runtime',
    `import sys; sys.modules.pop('pyodide_js', None); import pyodide_js; pyodide_js.FS.mount(pyodide_js.FS.filesystems.NODEFS, {'root': '$'}, '/tmp'); print(open('/tmp/secret.txt').read())`,
  ],
  [
    'run_js',
    `import sys; sys.modules.pop('pyodide.code', None); from pyodide.code import run_js; print(run_js('process.env.PVG_PLANTED'))`,
  ],
  [
    'a constructor',
    `import sys\nfor n in list(sys.modules):\n    m = sys.modules[n]\n    c = getattr(getattr(m, 'constructor', None), 'constructor', None)\n    if c: print(c('return process.env.PVG_PLANTED')())\nraise RuntimeError('none')`,
  ],
  [
    'a proxy constructor',
    `import sys; sys.modules.pop('pyodide.ffi', None); from pyodide.ffi import to_js; f = to_js([1]).constructor.constructor; print(f('return process')().env.PVG_PLANTED)`,
  ],
  [
    'the core',
    `import sys; sys.modules.pop('_pyodide_core', None); import _pyodide_core; print(_pyodide_core.to_js({}).constructor.constructor('return process')())`,
  ],
  ['a subprocess', `import subprocess; print(subprocess.check_output(['cat', '$/secret.txt']))`],
  ['os.system', `import os; r = os.system('cat $/secret.txt'); assert r == 0, r`],
  ['a fork bomb', `import os\nwhile True: os.fork()`],
  [
    'threads without end',
    `import threading, time\nfor _ in range(10000): threading.Thread(target=time.sleep, args=(9,)).start()`,
  ],
  ['multiprocessing', `import multiprocessing as m; p = m.Process(target=print); p.start(); p.join()`],
  ['ctypes', `import ctypes; print(ctypes.CDLL('libc.so.6').getpid())`],
  ['signals', `import os, signal; os.kill(os.getppid(), signal.SIGKILL); os.kill(1, 9); raise RuntimeError('alive')`],
  ['a package from the network', `import micropip; await micropip.install('requests')`],
  ['input', `print(input())`],
  [
    'frames of the caller',
    `import sys; f = sys._getframe(); [print(x.f_globals.get('PVG_PLANTED'), x.f_code.co_filename) for x in [f, f.f_back] if x]; raise RuntimeError(open('/').read())`,
  ],
  ['a module of the host', `import sys; sys.path.insert(0, '$'); import secret`],
];

describe('the interpreter keeps to itself', () => {
  it('has more than thirty attempts against it', () => expect(ESCAPES.length).toBeGreaterThanOrEqual(30));

  it.each(ESCAPES)(
    'contains %s',
    async (_, template) => {
      const code = template.replaceAll('$', folder).replaceAll('%', String(port));
      const { ok, text, refused } = await run(code);
      const shown = text + refused;
      for (const forbidden of [MARK, hostname(), 'root:x:0', '/work/', 'node_modules'])
        expect(shown).not.toContain(forbidden);
      expect(hits).toBe(0);
      // Either Python was told no, or there was nothing to see.
      if (!ok) expect(shown).not.toBe('');
    },
    60_000,
  );

  it('is stopped in an endless loop that slows nothing else here, and the next call is served', async () => {
    let isOver = false;
    const busy = run('while True: pass', { keep: 'other', timeoutMs: 1_000 }).finally(() => {
      isOver = true;
    });
    let turns = 0;
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      turns += 1;
    }
    expect((await busy).refused).toContain('longer than 1000 ms');
    // A loop in this process would have left no turn to take.
    expect(turns).toBeGreaterThan(5);
    expect((await run('print(6*7)', { keep: 'other' })).text).toBe('42\n');
  }, 60_000);

  it('prints a gigabyte into nothing, and is told so', async () => {
    const code = `for _ in range(1024): print('x' * 1024 * 1024)`;
    const { ok, text } = await run(code, { keep: 'other', timeoutMs: 60_000 });
    expect(ok).toBe(false);
    expect(text.length).toBeLessThan(6_000);
    expect(text).toMatch(/\[\d{8} characters more were printed\.\]$/);
    expect((await run('print(6*7)', { keep: 'other' })).text).toBe('42\n');
  }, 120_000);

  it('gets no 4 GB', async () => {
    const { ok, text, refused } = await run('x = [bytearray(1024**3) for _ in range(4)]', { keep: 'other' });
    expect(ok).toBe(false);
    expect(text + refused).toMatch(/MemoryError|more memory|interpreter stopped/);
  }, 60_000);
});

describe('the interpreter works', () => {
  it('tells primes', async () => {
    const code = `def is_prime(n):\n    return n > 1 and all(n % d for d in range(2, int(n ** 0.5) + 1))\nprint(is_prime(7919))\nis_prime(7917)`;
    expect((await run(code)).text).toBe('True\nFalse\n');
  });

  it('analyses a table, and gives back the file it made', async () => {
    const task = {
      code: `import csv, statistics\nrows = list(csv.DictReader(open('sales.csv')))\nprint(statistics.mean(float(r['amount']) for r in rows))\nopen('out.csv', 'w').write('mean\\n2.5\\n')`,
      files: [{ name: 'sales.csv', text: 'who,amount\n[PERSON_1],2\nb,3\n' }],
      charsMax: 1_000,
    };
    const answer = await pool.run(task, { keep: 'one', timeoutMs: 20_000, signal: new AbortController().signal });
    expect(answer.text).toContain('2.5\n');
    expect(answer.files).toEqual([{ name: 'out.csv', text: 'mean\n2.5\n' }]);
  }, 60_000);

  it('keeps variables for a conversation, and shows an error without a path of the host', async () => {
    await run('kept = 41');
    expect((await run('kept + 1')).text).toBe('42\n');
    const failed = await run('\n\nkept / 0');
    expect(failed).toMatchObject({ ok: false, text: expect.stringMatching(/^line 3: ZeroDivisionError: division/) });
    expect((await run('kept', { keep: 'other' })).text).toContain('NameError');
  }, 60_000);
});
