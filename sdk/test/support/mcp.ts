import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type Caller, newOrganization, serviceA } from '../../../test/support/client.js';
import { eventually } from '../../../test/support/patience.mjs';

export const PROXY = fileURLToPath(new URL('../../dist/esm/mcp/main.js', import.meta.url));
const packages = createRequire(import.meta.url);

/** The program of one of the real servers. */
export function server(name: 'filesystem' | 'memory' | 'everything'): string {
  const home = dirname(packages.resolve(`@modelcontextprotocol/server-${name}/package.json`));
  return join(home, 'dist', 'index.js');
}

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

export function atTheEnd(close: () => unknown): void {
  opened.push(close);
}

/** A directory of its own, gone after the test. */
export function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-mcp-'));
  atTheEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export async function newSetting(service = serviceA) {
  const organization = await newOrganization(service);
  const { operator, agent } = organization;
  const state = newDirectory();
  const environment = (caller: Caller = agent): Record<string, string> => ({
    PATH: process.env.PATH ?? '',
    HOME: state,
    XDG_STATE_HOME: state,
    BACKSTOP_URL: service.url,
    BACKSTOP_API_KEY: caller.credential ?? '',
  });
  const sessions = async () => (await operator.get('/sessions')).body.data;
  return {
    ...organization,
    state,
    environment,
    sessions,
    /** Returns the actions of the latest session. */
    actions: async () => {
      const [latest] = await sessions();
      return latest ? (await operator.get(`/sessions/${latest.id}`)).body.data.actions : [];
    },
    policy: (apiNamePattern: string, action: string) =>
      operator.post('/policies', { apiNamePattern, action, reason: 'Files are kept' }),
    approve: async (edit?: (payload: object) => object) => {
      const open = async () => (await operator.get('/approvals')).body.data;
      const [waiting] = await eventually(open, ({ length }) => length > 0);
      const { payload } = (await operator.get(`/approvals/${waiting.id}`)).body.data;
      return operator.post(`/approvals/${waiting.id}/approve`, edit ? { payload: edit(payload) } : {});
    },
    /** The official client, in front of a server or of the proxy in front of it. */
    connect: (args: readonly string[], { url, ...more }: Partial<Connection> = {}) =>
      connect({
        args: [PROXY, ...args],
        env: { ...environment(more.as), ...(url !== undefined && { BACKSTOP_URL: url }) },
        ...more,
      }),
    rollback: (args: readonly string[]) => run([PROXY, 'rollback', ...args], environment()),
  };
}

interface Connection {
  readonly args: readonly string[];
  readonly env: Record<string, string>;
  readonly as: Caller;
  /** The address of a gateway in front of the service. */
  readonly url: string;
  readonly prepare: (client: Client) => void;
}

export async function connect({ args, env, prepare }: Partial<Connection>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--no-warnings', ...(args ?? [])],
    env: env ?? {},
    stderr: 'pipe',
  });
  const said: string[] = [];
  transport.stderr?.on('data', (chunk) => said.push(String(chunk)));
  const client = new Client({ name: 'test', version: '1' }, { capabilities: CAPABILITIES });
  prepare?.(client);
  await client.connect(transport);
  atTheEnd(() => client.close());
  return Object.assign(client, { said: () => said.join(''), pid: () => transport.pid ?? 0 });
}

const CAPABILITIES = { sampling: {}, elicitation: { form: {} }, roots: { listChanged: true } };

/** Runs a command to its end. */
export function run(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['--no-warnings', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  return new Promise<{ code: number | null; output: string; errors: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output: output.join(''), errors: errors.join('') })),
  );
}

export type Setting = Awaited<ReturnType<typeof newSetting>>;

/** The first text of a result. */
export const text = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text;
/** A change that shows how often it was made. */
export const append = (path: string) => ({
  name: 'edit_file',
  arguments: { path, edits: [{ oldText: 'as it was', newText: 'as it was!' }] },
});
export const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } });

/** A directory with one file, and the official filesystem server behind the proxy; `again` starts both once more. */
export async function withFiles(setting: Setting, options: readonly string[] = [], more: Partial<Connection> = {}) {
  const directory = newDirectory();
  const file = join(directory, 'notes.txt');
  writeFileSync(file, 'as it was');
  const again = (other: Partial<Connection> = more, added: readonly string[] = []) =>
    setting.connect([...options, ...added, '--', process.execPath, server('filesystem'), directory], other);
  return { client: await again(), again, directory, file, read: () => readFileSync(file, 'utf8') };
}

/** A file behind a proxy that answers calls that wait, and a call that waits. */
export async function withWaitingCall(options: readonly string[] = []) {
  const setting = await newSetting();
  const files = await withFiles(setting, ['--pending', 'throw', '--wait-seconds', '0', ...options]);
  const told = await files.client.callTool(append(files.file));
  const [approval] = await approvals(setting);
  return { setting, ...files, told, approval };
}

export const approvals = async ({ operator }: Setting) => (await operator.get('/approvals')).body.data;
export const decide = async ({ operator }: Setting, { id }: { id: string }, decision: string, body: object = {}) =>
  expect((await operator.post(`/approvals/${id}/${decision}`, body)).status).toBe(200);
