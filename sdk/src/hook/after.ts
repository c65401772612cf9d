import { describeFailure } from '../asking/failure.js';
import type { Outcome } from '../asking/gate.js';
import type { Json, JsonObject } from '../json.js';
import type { HookOptions } from './arguments.js';
import { callKey, hashesOf, recordedAnswer } from './call.js';
import type { HarnessId, HookEvent } from './event.js';
import type { HookService } from './service.js';
import { isSame, type Snapshot, snapshotOf } from './snapshots.js';
import { type CallRecord, digest, type HookStore, type TouchedFile } from './store.js';

/** Reports that are delivered with one call: a harness waits for them. */
const MOST_REPORTS = 10;

/** Records the end of a tool call, and the files that it left. */
export async function after(
  event: HookEvent,
  store: HookStore,
  service: HookService,
  options: HookOptions,
): Promise<void> {
  const key = callKey(event);
  const call = await store.call(key);
  if (call?.state !== 'begun') return;
  const files = (await left(call.files, store)).map((file) => asReplaced(file, event.response));
  const outcome = outcomeOf(event, { ...call, files }, options);
  const ended = { ...call, files, state: 'ended' } as const;
  if (call.actionId === null) {
    await store.putReport(key, { ...ended, report: reportOf(call, outcome) });
    const known = await store.session();
    if (known) await deliverReports(store, known.record.id, service);
    return;
  }
  await store.putCall(key, ended);
  await confirm(call, outcome, service, event.harness);
}

/**
 * Records calls whose end the harness never reported: they were declined, or the harness or its hook was killed.
 * @param olderThanMs a younger call may still run
 */
export async function endAll(
  store: HookStore,
  service: HookService,
  harness: HarnessId,
  olderThanMs = 0,
): Promise<void> {
  const error = { name: 'Error', message: 'The harness did not say how the call ended.', code: null };
  for (const [name, call] of await store.calls()) {
    if (call.state !== 'begun' || call.actionId === null || Date.now() - call.at < olderThanMs) continue;
    const files = await left(call.files, store);
    const isUntouched = files.length > 0 && files.every(({ before, after }) => after && isSame(before, after));
    const outcome: Outcome = isUntouched
      ? { status: 'FAILED', response: { error, refusal: { code: 'nothing-changed' } } }
      : { status: 'UNKNOWN', response: { error } };
    // A file that a person may have changed meanwhile does not show the state after the call.
    await store.putNamed(name, { ...call, ...(isUntouched && { files }), state: 'ended' });
    await confirm(call, outcome, service, harness);
  }
}

/** Reports calls that ran while the service was away, once their session is known. */
export async function deliverReports(store: HookStore, sessionId: string, service: HookService): Promise<void> {
  for (const [name, call] of (await store.unreported()).slice(0, MOST_REPORTS)) {
    await service.report(sessionId, name.slice(0, 64), call.report ?? {});
    await store.reported(name, { ...call, sessionId });
  }
}

/** While the service is away, the outbox keeps the outcome. */
function confirm(call: CallRecord, outcome: Outcome, service: HookService, harness: HarnessId): Promise<void> {
  const session = service.known({ id: call.sessionId ?? '', agentId: '', intent: '', simulated: false });
  return service.gate(session, harness).confirm(call.actionId ?? '', outcome);
}

function left(files: readonly TouchedFile[], store: HookStore): Promise<readonly TouchedFile[]> {
  return Promise.all(files.map(async (file) => ({ ...file, after: await snapshotOf(file.path, store.keep) })));
}

/**
 * A file may change between the question and the call, while the harness asks its person. Claude Code says what its tool
 * replaced; a file that was another one by then cannot be put back.
 */
function asReplaced(file: TouchedFile, response: Json): TouchedFile {
  const { originalFile } = (typeof response === 'object' && response !== null ? response : {}) as JsonObject;
  if (typeof originalFile !== 'string' || file.before.kind !== 'file') return file;
  const isOther = digest(originalFile) !== file.before.sha256;
  return isOther ? { ...file, before: { kind: 'unkept', reason: 'it was changed before the call ran' } } : file;
}

function outcomeOf(event: HookEvent, call: CallRecord, options: HookOptions): Outcome {
  const changed = call.files.map(({ path, before, after }) => ({
    path,
    before: toReported(before),
    after: toReported(after),
  }));
  const files: JsonObject = changed.length > 0 ? { files: changed } : {};
  if (event.step === 'failed') {
    const error = describeFailure(new Error(String(recordedAnswer(event.error ?? 'The call failed.', options))));
    if (event.isInterrupt) return { status: 'UNKNOWN', response: { error, ...files } };
    const isUntouched =
      call.files.length > 0 && call.files.every(({ before, after }) => after && isSame(before, after));
    const refusal: JsonObject = isUntouched ? { refusal: { code: 'nothing-changed' } } : {};
    return { status: 'FAILED', response: { error, ...refusal, ...files } };
  }
  // The contents of files are local: what a tool says of them is their digest.
  const answered = call.operationType === 'READ' ? digestOf(event.response) : recordedAnswer(event.response, options);
  const response: Json = changed.length > 0 ? files : answered;
  return { status: 'SUCCESS', response, payload: ranWith(event, call) };
}

/** The permitted call ran, unless the harness reports another value of an argument. */
function ranWith({ input }: HookEvent, { payload, given }: CallRecord): JsonObject {
  const ran = hashesOf(input);
  const isOther = Object.keys(given).some((name) => name in ran && ran[name] !== given[name]);
  return isOther ? { ...payload, ran: 'other arguments than were permitted' } : payload;
}

function digestOf(value: Json): Json {
  const text = JSON.stringify(value);
  return { sha256: digest(text), bytes: Buffer.byteLength(text) };
}

function toReported(snapshot: Snapshot | null): Json {
  if (snapshot === null) return null;
  if (snapshot.kind === 'file') return { sha256: snapshot.sha256, bytes: snapshot.bytes };
  return snapshot.kind === 'absent' ? 'absent' : { notKept: snapshot.reason };
}

function reportOf({ apiName, operationType, payload, toolCallId }: CallRecord, outcome: Outcome): JsonObject {
  // A report has no third outcome.
  const status = outcome.status === 'UNKNOWN' ? 'FAILED' : outcome.status;
  const origin: JsonObject = toolCallId === null ? {} : { toolCallId };
  return { apiName, operationType, payload, ...origin, response: outcome.response, status, violation: 'ungated' };
}
