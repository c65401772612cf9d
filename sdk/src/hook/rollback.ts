import { BackstopError } from '../errors.js';
import type { JsonObject } from '../json.js';
import type { Session } from '../session.js';
import { endAll } from './after.js';
import type { UndoOptions } from './arguments.js';
import type { HarnessId } from './event.js';
import { HookService, UnreachableError } from './service.js';
import { hasNoSymlink, isSame, restore, type Snapshot, snapshotOf } from './snapshots.js';
import {
  type CallRecord,
  endOf,
  HookStore,
  latestSession,
  sessionNames,
  stateDirectory,
  type TouchedFile,
} from './store.js';

type Outcome = 'ROLLED_BACK' | 'NOTHING_TO_UNDO' | 'CONFLICT' | 'IRREVERSIBLE' | 'UNKNOWN' | 'ROLLBACK_FAILED';

interface Undone {
  readonly outcome: Outcome;
  readonly detail: string;
}

/** A harness ends a call that takes longer. */
const LONGEST_CALL_MS = 15 * 60_000;
/** Outcomes after which no effect of the call is left. */
const DONE: readonly Outcome[] = ['ROLLED_BACK', 'NOTHING_TO_UNDO'];
/** Reads are no effects, and a call that was undone is no effect any more. */
const hasEffect = ({ operationType, state }: CallRecord) => operationType !== 'READ' && state !== 'undone';

/**
 * Puts back the files that a session of a harness changed, the last change first. A file that was changed after the call is
 * left alone. Prints one line for each file, and one for each call that no file shows.
 * @returns the exit code: 1 when an effect remains, or may
 */
export async function runRollback(options: UndoOptions): Promise<number> {
  const root = stateDirectory(options.state);
  const name = await directoryOf(root, options.session);
  if (name === null) {
    process.stdout.write('No session made a call that was kept here.\n');
    return 1;
  }
  const store = new HookStore(root, name);
  const harness = name.slice(0, name.lastIndexOf('-')) as HarnessId;
  const service = options.isOffline ? null : new HookService(options);
  if (service && !options.isPlan)
    await service.unlessUnreachable(endAll(store, service, harness, LONGEST_CALL_MS)).catch(unlessUnreachable);
  const calls = (await store.calls()).filter(([, call]) => hasEffect(call));
  const known = await store.session();
  process.stdout.write(`${options.isPlan ? 'Would undo' : 'Undoing'} session ${known?.record.id ?? name}.\n`);
  const own = service && !options.isPlan ? await begin(service, harness, known?.record.id ?? name) : null;
  const planned = options.isPlan ? new Map<string, Snapshot>() : null;
  let remains = false;
  for (const [file, call] of calls) {
    const ask = own && service ? (path: string) => permission(service, own, harness, call, path) : null;
    const undone = await undoCall(call, { store, ask, planned });
    if (undone && !options.isPlan) await store.putNamed(file, { ...call, state: 'undone' });
    remains ||= !undone;
  }
  if (own && service) await service.unlessUnreachable(own.complete()).catch(() => undefined);
  return remains ? 1 : 0;
}

/** Asks the service whether a file may be put back; answers what tells it how that ended. @throws BackstopError */
async function permission(service: HookService, session: Session, harness: string, call: CallRecord, path: string) {
  const gate = service.gate(session, harness);
  const payload: JsonObject = { file_path: path, undoes: call.actionId };
  const connector = call.apiName.split('.')[0] ?? harness;
  const asked = { apiName: `${connector}.Restore`, operationType: 'UPDATE', payload } as const;
  const { actionId, approvalId, simulated } = await service.unlessUnreachable(gate.ask(asked, null));
  if (simulated) throw new BackstopError('A test key undoes nothing.', { code: 'simulated' });
  if (approvalId !== null) {
    process.stdout.write(`${path} waits for an operator (approval ${approvalId}).\n`);
    await gate.wait(asked, approvalId, actionId);
  }
  return ({ outcome, detail }: Undone) =>
    outcome === 'ROLLED_BACK'
      ? gate.confirm(actionId, { status: 'SUCCESS', response: { detail }, payload })
      : gate.confirm(actionId, {
          status: 'FAILED',
          response: { error: { name: outcome, message: detail, code: null }, refusal: { code: outcome } },
        });
}

type Ask = (path: string) => Promise<(undone: Undone) => Promise<void>>;

interface Undoing {
  readonly store: HookStore;
  /** Null when the command does not ask the service. */
  readonly ask: Ask | null;
  /** The contents that files would have by now, for a plan; null when they are put back. */
  readonly planned: Map<string, Snapshot> | null;
}

/** @returns false when an effect remains, or may */
async function undoCall(call: CallRecord, undoing: Undoing): Promise<boolean> {
  const what = `${call.apiName} ${call.actionId ?? 'unasked'}`;
  if (call.files.length === 0) {
    process.stdout.write(
      `${what} IRREVERSIBLE: Only the files of edits are kept; look after this one yourself: ${shortened(call.payload)}\n`,
    );
    return false;
  }
  let isUndone = true;
  for (const file of call.files) {
    const { outcome, detail } = await undoFile(file, undoing);
    process.stdout.write(`${what} ${file.path} ${outcome}: ${detail}\n`);
    isUndone &&= DONE.includes(outcome);
  }
  return isUndone;
}

async function undoFile(file: TouchedFile, { store, ask, planned }: Undoing): Promise<Undone> {
  const { path, before, after } = file;
  const look = async () => planned?.get(path) ?? snapshotOf(path, async () => null);
  try {
    if (before.kind === 'unkept') return { outcome: 'IRREVERSIBLE', detail: `It was not kept: ${before.reason}.` };
    if (after !== null && isSame(before, after))
      return { outcome: 'NOTHING_TO_UNDO', detail: 'The call left it as it was.' };
    if (!(await hasNoSymlink(path)))
      return { outcome: 'CONFLICT', detail: 'The path leads elsewhere now. It was left alone.' };
    const now = await look();
    if (isSame(now, before)) return { outcome: 'NOTHING_TO_UNDO', detail: 'It is as it was before the call.' };
    if (after === null)
      return {
        outcome: 'UNKNOWN',
        detail: 'The hook did not see the end of the call, so it is unknown who changed the file.',
      };
    if (!isSame(now, after))
      return { outcome: 'CONFLICT', detail: 'It was changed after the call. It was left alone.' };
    if (planned) {
      planned.set(path, before);
      return { outcome: 'ROLLED_BACK', detail: describeUndo(before) };
    }
    const tell = ask ? await ask(path) : null;
    const undone = await putBack(path, before, after, store, look);
    await tell?.(undone);
    return undone;
  } catch (error) {
    return { outcome: 'ROLLBACK_FAILED', detail: error instanceof Error ? error.message : String(error) };
  }
}

async function putBack(
  path: string,
  before: Snapshot,
  after: Snapshot,
  store: HookStore,
  look: () => Promise<Snapshot>,
): Promise<Undone> {
  const content = before.kind === 'file' ? await store.content(before.sha256) : null;
  const isDone = await restore(path, before, content, async () => isSame(await look(), after));
  if (!isDone) return { outcome: 'CONFLICT', detail: 'It was changed at this moment. It was left alone.' };
  return isSame(await look(), before)
    ? { outcome: 'ROLLED_BACK', detail: describeUndo(before) }
    : { outcome: 'ROLLBACK_FAILED', detail: 'It was written, and read back it differs.' };
}

const describeUndo = (before: Snapshot) =>
  before.kind === 'absent' ? 'It did not exist before, and is removed.' : 'Its former content is back.';

/** The calls that undo are recorded in a session of their own. */
async function begin(service: HookService, harness: string, undoes: string): Promise<Session> {
  try {
    const session = await service.unlessUnreachable(service.undoing(harness, `Undo session ${undoes}`));
    process.stdout.write(`What undoes it is recorded in session ${session.id}.\n`);
    return session;
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    throw new Error('Backstop cannot be reached, so nothing was undone. With --offline, no approval is asked for.');
  }
}

/** The rollback itself says that the service is away. */
function unlessUnreachable(error: unknown): void {
  if (!(error instanceof UnreachableError)) throw error;
}

/** A session is named by the harness's id, by Backstop's, or not at all. */
async function directoryOf(root: string, session: string | null): Promise<string | null> {
  if (session === null) return latestSession(root);
  for (const name of await sessionNames(root)) {
    const known = await new HookStore(root, name).session();
    if (known?.record.id === session || name.endsWith(endOf(session))) return name;
  }
  return null;
}

const shortened = (payload: JsonObject) => {
  const text = JSON.stringify(payload);
  return text.length <= 200 ? text : `${text.slice(0, 199).replace(/[\ud800-\udbff]$/, '')}…`;
};
