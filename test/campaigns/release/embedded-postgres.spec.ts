import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { transformFile } from '@swc/core';
import { Client } from 'pg';
import { EmbeddedPostgresError } from '../../../src/platform/database/embedded/embedded-postgres.error.js';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../../src/platform/database/embedded/embedded-postgres.js';

const SOURCES = fileURLToPath(new URL('../../../src/platform/database/embedded', import.meta.url));
/** Five seconds on an idle machine; a busy one is given three times that. */
const GONE_WITHIN_MS = 15_000;

let made: string;
let parent: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

/** Most tests begin with a copy of this cluster: initdb takes most of the time of a first start. */
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'embedded-postgres-spec-'));
  await (await startEmbeddedPostgres({ dataDir: made, durable: false })).stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'embedded-postgres-spec-'));
  dataDir = join(parent, 'data');
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(parent, { recursive: true, force: true, maxRetries: 5 });
});

/** On the cluster that is there, or a copy of the one that was made. */
async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  await placeCluster();
  return startAsIs(options);
}

async function startAsIs(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options });
  running.push(server);
  return server;
}

/** With its owners and modes. */
async function placeCluster(): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if ((await readdir(dataDir)).includes('cluster')) return;
  await promisify(execFile)('cp', ['-a', join(made, 'cluster'), dataDir]);
}

async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(condition: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Starts the server from a Node process of its own, which needs the module compiled. */
async function startInChild(options: EmbeddedPostgresOptions): Promise<{ child: ChildProcess; server: ChildServer }> {
  await placeCluster();
  const compiled = join(parent, 'compiled');
  await mkdir(compiled, { recursive: true });
  for (const name of await readdir(SOURCES)) {
    if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
    const { code } = await transformFile(join(SOURCES, name), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
    });
    await writeFile(join(compiled, name.replace(/\.ts$/, '.js')), code);
  }
  await writeFile(join(compiled, 'package.json'), '{ "type": "module" }');
  const modules = join(dirname(createRequire(import.meta.url).resolve('pg/package.json')), '..');
  await symlink(modules, join(compiled, 'node_modules')).catch(() => undefined);

  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(pathToFileURL(join(compiled, 'embedded-postgres.js')))});
    const { pid, superuserUrl } = await startEmbeddedPostgres(${JSON.stringify(options)});
    process.stdout.write(JSON.stringify({ pid, superuserUrl }));
    setInterval(() => {});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  children.push(child);
  const [output] = await once(child.stdout, 'data');
  return { child, server: JSON.parse(String(output)) };
}

interface ChildServer {
  readonly pid: number;
  readonly superuserUrl: string;
}

describe('an embedded PostgreSQL', () => {
  it('answers queries over its Unix socket', async () => {
    const server = await startAsIs();
    expect(server.tcpPort).toBeNull();
    expect(await query(server.superuserUrl, 'SELECT current_user, 1 + 1')).toEqual([['postgres', 2]]);
  });

  it('answers queries over TCP when asked to', async () => {
    const server = await start({ tcp: true });
    expect(server.superuserUrl).toContain(`@127.0.0.1:${server.tcpPort}/`);
    expect(await query(server.superuserUrl, 'SHOW listen_addresses')).toEqual([['127.0.0.1']]);
  });

  it('makes URLs that carry any user, password and database name', async () => {
    const server = await start();
    await query(server.superuserUrl, `CREATE ROLE "o'brien@x" LOGIN PASSWORD 'p@ss/w:rd %?#'`);
    const url = server.url("o'brien@x", 'p@ss/w:rd %?#', 'postgres');
    expect(await query(url, 'SELECT current_user')).toEqual([["o'brien@x"]]);
  });

  it('is a UTF-8 cluster with checksums and the C.UTF-8 locale', async () => {
    const server = await startAsIs();
    const sql = `SELECT pg_encoding_to_char(encoding), datlocale, current_setting('data_checksums')
      FROM pg_database WHERE datname = 'template1'`;
    expect(await query(server.superuserUrl, sql)).toEqual([['UTF8', 'C.UTF-8', 'on']]);
  });

  it('writes through to the disk only when durable, and takes further settings', async () => {
    const sql = `SELECT current_setting('fsync'), current_setting('synchronous_commit'),
      current_setting('full_page_writes'), current_setting('max_connections')`;
    const fast = await start();
    expect(await query(fast.superuserUrl, sql)).toEqual([['off', 'off', 'off', '100']]);
    await fast.stop();
    const durable = await start({ durable: true, settings: { max_connections: '20' } });
    expect(await query(durable.superuserUrl, sql)).toEqual([['on', 'on', 'on', '20']]);
  });

  it('accepts no connection without the password, which only its owner can read', async () => {
    const server = await startAsIs();
    const stranger = server.url('postgres', 'guess', 'postgres');
    await expect(query(stranger, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    const file = await stat(join(dataDir, 'cluster', 'superuser-password'));
    expect(file.mode & 0o777).toBe(0o600);
    const hba = `SELECT DISTINCT auth_method FROM pg_hba_file_rules`;
    expect(await query(server.superuserUrl, hba)).toEqual([['scram-sha-256']]);
  });

  it('keeps data over a stop and a start', async () => {
    const first = await start({ durable: true });
    await query(first.superuserUrl, 'CREATE TABLE kept AS SELECT 42 AS value');
    await first.stop();
    const second = await start({ durable: true });
    expect(await query(second.superuserUrl, 'SELECT value FROM kept')).toEqual([[42]]);
  });

  it('leaves no process and no socket behind after a stop, which may be asked for twice', async () => {
    const server = await start();
    const [[directory]] = (await query(server.superuserUrl, 'SHOW unix_socket_directories')) as [[string]];
    await Promise.all([server.stop(), server.stop()]);
    expect(isAlive(server.pid)).toBe(false);
    await expect(stat(directory)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('goes down with a killed parent, starts again at once, and has kept what was committed', async () => {
    const { child, server } = await startInChild({ dataDir, durable: true });
    await query(server.superuserUrl, 'CREATE TABLE kept AS SELECT 42 AS value');
    const [[directory]] = (await query(server.superuserUrl, 'SHOW unix_socket_directories')) as [[string]];
    child.kill('SIGKILL');

    const next = await start({ durable: true });
    expect(await until(() => !isAlive(server.pid), GONE_WITHIN_MS)).toBe(true);
    expect(await query(next.superuserUrl, 'SELECT value FROM kept')).toEqual([[42]]);
    expect(
      await until(
        () =>
          stat(directory).then(
            () => false,
            () => true,
          ),
        GONE_WITHIN_MS,
      ),
    ).toBe(true);
  });

  it('leaves no process behind when its parent is killed', async () => {
    const { child, server } = await startInChild({ dataDir, durable: true });
    child.kill('SIGKILL');
    expect(await until(() => !isAlive(server.pid), GONE_WITHIN_MS)).toBe(true);
  });

  it('stays up when Ctrl-C interrupts the process group of its parent', async () => {
    const { child, server } = await startInChild({ dataDir, durable: true });
    process.kill(child.pid ?? 0, 'SIGSTOP');
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await sleep(500);
    expect(await query(server.superuserUrl, 'SELECT 1')).toEqual([[1]]);
  });

  it('recovers when the server and its parent were killed together, with a session open', async () => {
    const { child, server } = await startInChild({ dataDir, durable: true });
    await query(server.superuserUrl, 'CREATE TABLE kept AS SELECT 42 AS value');
    const session = new Client(server.superuserUrl);
    session.on('error', () => undefined);
    await session.connect();
    const work = session.query('SELECT pg_sleep(2)').catch(() => undefined);
    process.kill(server.pid, 'SIGKILL');
    child.kill('SIGKILL');

    const next = await start({ durable: true });
    expect(await query(next.superuserUrl, 'SELECT value FROM kept')).toEqual([[42]]);
    await work;
  });

  it('refuses a directory that another process is using', async () => {
    const server = await start();
    const refusal = start();
    await expect(refusal).rejects.toThrow(EmbeddedPostgresError);
    await expect(refusal).rejects.toThrow(/Another Backstop is using the database directory/);
    expect(await query(server.superuserUrl, 'SELECT 1')).toEqual([[1]]);
  });

  it.each([
    ['of a process that is gone', () => '4194304'],
    ['that names a process with other work', () => String(process.pid)],
    ['left empty', () => ''],
  ])('starts in spite of a stale postmaster.pid %s', async (_, pid) => {
    await (await start()).stop();
    const content = pid() && `${pid()}\n${dataDir}\n1700000000\n5432\n/tmp\n\n  1 1\nready   \n`;
    const file = join(dataDir, 'cluster', 'data', 'postmaster.pid');
    await writeFile(file, content, { mode: 0o600 });
    const { uid, gid } = await stat(dirname(file));
    await chown(file, uid, gid);
    const server = await start();
    expect(await query(server.superuserUrl, 'SELECT 1')).toEqual([[1]]);
  });

  it('says why the server does not start, in the words of its log', async () => {
    const failure = start({ settings: { shared_buffers: 'plenty' } });
    await expect(failure).rejects.toThrow(EmbeddedPostgresError);
    await expect(failure).rejects.toThrow(/did not start in .*invalid value for parameter "shared_buffers": "plenty"/s);
    expect(await query((await start()).superuserUrl, 'SELECT 1')).toEqual([[1]]);
  });

  it('does not open a half-made cluster', async () => {
    await mkdir(join(dataDir, 'cluster.new-abcdef', 'data'), { recursive: true });
    const server = await startAsIs();
    expect(await query(server.superuserUrl, 'SELECT 1')).toEqual([[1]]);
    expect((await readdir(dataDir)).sort()).toEqual(['cluster', 'postgres.log']);
  });

  it('starts a new log once the log has grown past 10 MB', async () => {
    await mkdir(dataDir);
    const log = join(dataDir, 'postgres.log');
    await writeFile(log, 'old');
    await truncate(log, 11 * 1024 * 1024);
    await start();
    expect((await readFile(log, 'utf8')).startsWith('old')).toBe(false);
    expect((await stat(log)).size).toBeLessThan(100_000);
  });

  it('works below a directory that only the current user, root or not, may enter', async () => {
    await chmod(parent, 0o700);
    const first = await startAsIs({ durable: true });
    await query(first.superuserUrl, 'CREATE TABLE kept AS SELECT 42 AS value');
    await first.stop();
    const second = await start({ durable: true });
    expect(await query(second.superuserUrl, 'SELECT value FROM kept')).toEqual([[42]]);
    const [[directory]] = (await query(second.superuserUrl, 'SHOW data_directory')) as [[string]];
    const asRoot = process.getuid?.() === 0 && process.platform === 'linux';
    expect(directory).toBe(asRoot ? '/proc/self/cwd' : join(dataDir, 'cluster', 'data'));
  });
});
