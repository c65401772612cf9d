import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newOrganization, unique } from '../../../test/support/client.js';
import { parseCommand } from '../../src/hook/arguments.js';
import { readEvent, writeDecision } from '../../src/hook/event.js';
import { handle } from '../../src/hook/run.js';

export const HOOK = fileURLToPath(new URL('../../dist/esm/hook/main.js', import.meta.url));

const opened: string[] = [];
afterAll(() => {
  for (const directory of opened) rmSync(directory, { recursive: true, force: true });
});

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the hook to its end, with an event on its standard input. */
export function runHook(
  args: readonly string[],
  env: Record<string, string>,
  input: string,
  cwd?: string,
): Promise<Ended> {
  const child = spawn(process.execPath, ['--no-warnings', HOOK, ...args], { env, cwd, stdio: 'pipe' });
  const [output, errors]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, output: output.join(''), errors: errors.join('') })),
  );
}

interface More {
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
  readonly isProcess?: boolean;
}

/** A project with a file, an organization of its own, and a harness that runs hooks in it. */
export async function newHarness(options: readonly string[] = []) {
  const organization = await newOrganization();
  const { operator, agent } = organization;
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'backstop-hook-')));
  opened.push(home);
  const project = join(home, 'project');
  mkdirSync(project);
  const file = join(project, 'notes.txt');
  writeFileSync(file, 'as it was\n');
  const session = unique('harness');
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    BACKSTOP_URL: agent.service.url,
    BACKSTOP_API_KEY: agent.credential ?? '',
  };
  let calls = 0;
  const event = (name: string, tool: string, input: object, more: object = {}) =>
    JSON.stringify({
      ...{ session_id: session, transcript_path: '/none', cwd: project, permission_mode: 'default' },
      ...{ hook_event_name: name, tool_name: tool, tool_input: input, ...more },
    });
  const state = join(home, 'state', 'backstop', 'hook');
  /** The hook without a process of its own: a test of its program spawns one. */
  const within = async (text: string, more: More = {}): Promise<Ended> => {
    const command = parseCommand([...(more.args ?? options), '--state', state], { ...env, ...more.env });
    if (command.kind !== 'hook') throw new Error('no hook');
    const told = readEvent(text, command.options.harness, project);
    return { code: 0, output: writeDecision(told.harness, await handle(told, command.options)), errors: '' };
  };
  const spawned = (text: string, more: More = {}) => runHook(more.args ?? options, { ...env, ...more.env }, text);
  const hook = (text: string, more: More = {}) => (more.isProcess ? spawned : within)(text, more);
  const ask = async (tool: string, input: object, id = `toolu_${++calls}`, more: More = {}) => {
    const { output, code, errors } = await hook(event('PreToolUse', tool, input, { tool_use_id: id }), more);
    const said = output === '' ? null : JSON.parse(output).hookSpecificOutput;
    return {
      id,
      code,
      errors,
      decision: said?.permissionDecision ?? 'pass',
      reason: said?.permissionDecisionReason ?? '',
      said,
    };
  };
  const end = (tool: string, input: object, id: string, response: unknown = {}) =>
    hook(event('PostToolUse', tool, input, { tool_use_id: id, tool_response: response }));
  return {
    ...organization,
    ...{ home, project, file, session, env, event, hook, ask, end },
    state,
    read: () => readFileSync(file, 'utf8'),
    /** A call from its beginning to its end: asked for, run, told. */
    call: async (tool: string, input: { file_path?: string; content?: string; command?: string }, run: () => void) => {
      const asked = await ask(tool, input);
      if (asked.decision === 'pass' || asked.decision === 'allow') {
        run();
        await end(tool, input, asked.id);
      }
      return asked;
    },
    write: async function (path: string, content: string) {
      return this.call('Write', { file_path: path, content }, () => {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
      });
    },
    policy: (apiNamePattern: string, action: string, more: object = {}) =>
      operator.post('/policies', { apiNamePattern, action, reason: 'Ask Ada.', ...more }),
    actions: async () => {
      const sessions = (await operator.get('/sessions')).body.data as { id: string; intent: string }[];
      const all = await Promise.all(
        sessions.map(async ({ id }) => (await operator.get(`/sessions/${id}`)).body.data.actions),
      );
      return all.reverse().flat();
    },
    sessions: async () => (await operator.get('/sessions')).body.data,
    rollback: (args: readonly string[] = []) => runHook(['rollback', ...args], env, '', project),
  };
}
