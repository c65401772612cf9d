import { Client } from '@modelcontextprotocol/client';
import { Backstop } from '../backstop.js';
import { BackstopError } from '../errors.js';
import { governedCall } from '../method-client/governed-call.js';
import type { Session } from '../session.js';
import { toolInput } from '../tools/tool-input.js';
import { toolPath } from '../tools/tool-name.js';
import { factsOf } from '../wire/action-status.js';
import type { ActionRecord } from '../wire/wire.js';
import { wrapSettings } from '../wrapping/options.js';
import type { RollbackOptions } from './arguments.js';
import { serverTransport } from './connect.js';
import {
  type KnownServer,
  type State,
  ToolError,
  type ToolResult,
  type UndoOptions,
  type UseTool,
} from './known/known-server.js';
import { knownServer } from './known/servers.js';
import { Journal, type JournalEntry, stateDirectory } from './state/journal.js';
import { sameState } from './state/same-state.js';

type Logged = ActionRecord & { readonly sequence: number };

/**
 * Undoes the actions of a session through a known server, last effect first, with the server's own tools; every call of
 * it is asked for and recorded in a session of its own. Prints one line for each action.
 * @returns the exit code: 1 when an effect remains, or may
 */
export async function runRollback(options: RollbackOptions): Promise<number> {
  const { baseUrl, apiKey, undoes, trash } = options;
  const backstop = new Backstop({ baseUrl, apiKey });
  const session = await backstop.openSession(undoes);
  const record = await session.read();
  // From here on the session permits nothing more.
  if (record.status === 'ACTIVE' || record.status === 'ABANDONED') await session.complete();
  const actions = ((await session.read()).actions ?? []) as readonly Logged[];
  const journal = new Journal(stateDirectory(options.journal, baseUrl, apiKey));
  const entries = await journal.entries(undoes);

  const client = new Client({ name: 'backstop-mcp', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(serverTransport(options));
  try {
    const name = client.getServerVersion()?.name ?? '';
    const known = knownServer(name);
    if (!known) throw new Error(`the server names itself '${name}', which is none whose inverses are known`);
    // No character is cut in half, because the service accepts no lone surrogate.
    const intent = `Undo session ${undoes}: ${session.intent}`.slice(0, 1000).replace(/[\ud800-\udbff]$/, '');
    const own = await backstop.createSession({ agentId: session.agentId, intent });
    process.stdout.write(`The calls that undo session ${undoes} are recorded in session ${own.id}.\n`);
    const useTool: UseTool = async ({ tool, args }) => {
      const result = await client.callTool({ name: tool, arguments: { ...args } });
      if (result.isError) throw new ToolError(JSON.stringify(result.content));
      return result;
    };
    const governed = governedUse(own, known, options, useTool);
    let remains = false;
    for (const action of lastEffectFirst(actions, entries)) {
      const entry = entries.get(action.id);
      const isOurs = entry === undefined || entry.server === known.id;
      const outcome: Undoing = isOurs
        ? await undone(known, entry, { actionId: action.id, trash }, useTool, governed)
        : { outcome: 'SKIPPED', detail: `It was made through the server ${entry.server}.` };
      if (entry && outcome.outcome === 'ROLLED_BACK')
        await journal.put(undoes, action.id, { ...entry, isUndone: true });
      remains ||= outcome.outcome !== 'ROLLED_BACK' && outcome.outcome !== 'NOTHING_TO_UNDO';
      process.stdout.write(`${action.apiName} ${action.id} ${outcome.outcome}: ${outcome.detail}\n`);
    }
    await own.complete();
    return remains ? 1 : 0;
  } finally {
    await client.close();
  }
}

/**
 * Sorts the actions in the order in which the journal saw them run, independent of when they were reported; unknown
 * ones come last.
 */
function lastEffectFirst(actions: readonly Logged[], entries: ReadonlyMap<string, JournalEntry>): readonly Logged[] {
  const at = ({ id }: Logged) => entries.get(id)?.at ?? 0;
  return actions
    .filter(({ status, operationType }) => factsOf(status).mayNeedUndo && operationType !== 'READ')
    .sort((a, b) => at(b) - at(a) || b.sequence - a.sequence);
}

/** @throws BackstopError when it may not run */
function governedUse(session: Session, known: KnownServer, options: RollbackOptions, useTool: UseTool): UseTool {
  const { pollIntervalMs, timeoutMs, redact } = options;
  const connector = options.connector ?? known.id;
  const settings = wrapSettings({ connector, pollIntervalMs, timeoutMs, redact }, []);
  const gate = session.gate(settings);
  return async ({ tool, args }) => {
    if (session.simulated) throw new BackstopError('A test key undoes nothing.', { code: 'simulated' });
    const operationType = known.operations[tool] ?? 'EXECUTE';
    const operation = { path: toolPath(tool), apiName: `${connector}.${toolPath(tool)}`, operationType };
    const call = ([permitted]: readonly unknown[]) => useTool({ tool, args: permitted as typeof args });
    const result = await governedCall({ operation, signature: toolInput, args: [args], call }, gate, settings);
    return result as ToolResult;
  };
}

interface Undoing {
  readonly outcome:
    | 'ROLLED_BACK'
    | 'ROLLBACK_FAILED'
    | 'CONFLICT'
    | 'IRREVERSIBLE'
    | 'UNKNOWN'
    | 'SKIPPED'
    /** The state is the same as before the call. */
    | 'NOTHING_TO_UNDO';
  readonly detail: string;
}

/**
 * Compares the states before the call, after it, and now; restores resources that are still as the agent left them;
 * reads back. Never throws.
 */
async function undone(
  known: KnownServer,
  entry: JournalEntry | undefined,
  options: UndoOptions,
  read: UseTool,
  write: UseTool,
): Promise<Undoing> {
  if (!entry) return { outcome: 'IRREVERSIBLE', detail: 'Nothing was read before the call.' };
  const { before, after, tool } = entry;
  if (entry.isUndone) return { outcome: 'NOTHING_TO_UNDO', detail: 'It was undone before.' };
  if (before === null) return { outcome: 'IRREVERSIBLE', detail: `It was not read before the call: ${entry.reason}.` };
  const resources = Object.keys(before);
  try {
    if (after !== null && sameState(before, after))
      return { outcome: 'NOTHING_TO_UNDO', detail: 'It changed nothing.' };
    const now = await known.capture(resources, read);
    if (sameState(now, before)) return { outcome: 'NOTHING_TO_UNDO', detail: 'It is as it was before the call.' };
    if (after === null) return { outcome: 'UNKNOWN', detail: 'What the call left was not seen; look at it yourself.' };
    const foreign = resources.filter((one) => !sameState(now[one] ?? null, after[one] ?? null));
    if (foreign.length > 0)
      return { outcome: 'CONFLICT', detail: `No longer as the call left it: ${foreign.join(', ')}.` };
    const calls = known.undo(tool, before, now, options);
    if (typeof calls === 'string') return { outcome: 'IRREVERSIBLE', detail: calls };
    for (const call of calls) await write(call);
    return readBack(before, await known.capture(resources, read));
  } catch (error) {
    return { outcome: 'ROLLBACK_FAILED', detail: error instanceof Error ? error.message : String(error) };
  }
}

function readBack(before: State, now: State): Undoing {
  const differing = Object.keys(before).filter((one) => !sameState(now[one] ?? null, before[one] ?? null));
  if (differing.length === 0) return { outcome: 'ROLLED_BACK', detail: Object.keys(before).join(', ') };
  return { outcome: 'ROLLBACK_FAILED', detail: `Read back, it still differs: ${differing.join(', ')}.` };
}
