import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type CallOutcome,
  type Capture,
  type ConnectorContext,
  type Json,
  type JsonObject,
  type Noted,
  type Performed,
  type PerformedCall,
  ProviderUnavailableError,
} from '../connector.js';
import { isSeen } from '../proof/proof.js';
import { captureHere } from './capture.js';
import { canNoLongerArrive } from './late.js';
import { ask, RefusedError } from './read.js';
import { findCause, sentenceOf, statusOf, troubleOf } from './requests/trouble.js';
import { assertPathOf } from './requests/url-path.js';
import { withClient } from './requests/with-client.js';
import { type CapturedItem, isReversible, NotCapturable, type Performing, type ResourceProvider } from './resource.js';
import { objectOf, reportsError } from './response.js';
import { readSnapshot } from './snapshot.js';
import { probeOutcome } from './undo/probe-outcome.js';

/** Most providers forget an idempotency key after a day at the earliest. */
const KEY_KNOWN_MS = 23 * 3_600_000;
/** The most attempts at a call whose resource other clients keep changing between the capture and the call. */
const TRIES = 5;

/** Captures the state that the call is about to change, and makes the call once. */
export async function perform<C>(
  provider: ResourceProvider<C>,
  call: PerformedCall,
  context: ConnectorContext,
): Promise<Performed> {
  const { performing } = provider;
  if (!performing) return refused(`${provider.title} is not called by the service.`);
  let earlier: Capture | null = null;
  for (let tries = 1; ; tries++) {
    const captured = await capturedFor(provider, performing, call, context);
    // The captured state is still there: the call has a condition of its own that does not hold.
    const isLast = !captured?.captured || tries === TRIES || isSameState(earlier, captured);
    const found = await attempt(provider, performing, { call, captured, isLast }, context);
    if (found !== null) return found;
    earlier = captured;
  }
}

/** Null when the call cannot be undone. @throws ProviderUnavailableError where the state could not be read for now */
async function capturedFor<C>(
  provider: ResourceProvider<C>,
  performing: Performing<C>,
  { apiName, payload }: PerformedCall,
  context: ConnectorContext,
): Promise<Capture | null> {
  if (!isReversible(operationOf(provider, apiName))) return null;
  const found = await unsent(captureHere(provider, { apiName, payload }, context));
  const call = { path: pathOf(provider, apiName), payload, captured: itemsIn(found), credentials: context.credentials };
  const isExact = found.captured && performing.isConditional?.(call);
  return found.captured && isExact ? { ...found, content: { ...found.content, isExact } } : found;
}

/** Reports the call as unsent when this read fails, because it runs before the request. */
async function unsent<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    throw new ProviderUnavailableError(error.message, error.retryAfterMs, 'unsent');
  }
}

interface Attempt {
  readonly call: PerformedCall;
  readonly captured: Capture | null;
  readonly isLast: boolean;
}

/** Null when another client changed the captured state, so that nothing was done. */
async function attempt<C>(
  provider: ResourceProvider<C>,
  performing: Performing<C>,
  { call: { apiName, payload }, captured, isLast }: Attempt,
  context: ConnectorContext,
): Promise<Performed | null> {
  const path = pathOf(provider, apiName);
  const key = context.idempotencyKey ?? '';
  try {
    return await withClient(provider, ofAgent(provider, payload, context), async (client) => {
      // A read has no effect whose outcome would have to be reported.
      const isRead = operationOf(provider, apiName)?.operationType === 'READ';
      if (!isRead) await context.note?.({ key: { sentAt: Date.now() }, ...(captured && { capture: captured }) });
      const response = await asJson(await performing.call(client, path, payload, key, itemsIn(captured)));
      if (!isRead && (reportsError(response) || reportsError(objectOf(response).data)))
        throw new ProviderUnavailableError('the provider answered with an error under a status of success');
      return { outcome: 'done', response, capture: captured };
    });
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error;
    const own = findCause(error, (one) => one instanceof NotCapturable || one instanceof RefusedError);
    if (own instanceof Error) return refused(own.message);
    const isOvertaken = performing.isOvertaken?.(error) === true;
    const trouble = troubleOf(error, provider.meaningOf);
    if (!isOvertaken && trouble.kind === 'unavailable')
      throw new ProviderUnavailableError(trouble.sentence, trouble.retryAfterMs, trouble.requestState);
    if (captured && (await mayBeDone(provider, { apiName, payload }, captured, context)))
      throw new ProviderUnavailableError(`${sentenceOf(error)}, and yet it may be done`, null, 'over');
    return isOvertaken && !isLast ? null : refusedBy(error);
  }
}

/**
 * A gateway may send a request twice, and the answer to the second one is a refusal: what was to be deleted is gone, or
 * the condition does not hold any more. So a refusal is believed only where the resource does not look as after the call.
 */
async function mayBeDone<C>(
  provider: ResourceProvider<C>,
  { apiName, payload }: PerformedCall,
  captured: Capture,
  context: ConnectorContext,
): Promise<boolean> {
  if (!captured.captured) return false;
  const effect = { apiName, payload, response: null, snapshot: captured.content };
  try {
    return isSeen(await probeOutcome(provider, effect, context));
  } catch (error) {
    if (error instanceof ProviderUnavailableError) return true;
    throw error;
  }
}

/**
 * At a provider with idempotency keys the same call is sent again. If a call leaves a mark, the mark is searched, and a
 * found one proves the call. Otherwise only a read of the resource shows the outcome.
 */
export async function outcomeOf<C>(
  provider: ResourceProvider<C>,
  noted: Noted,
  call: PerformedCall,
  context: ConnectorContext,
): Promise<CallOutcome> {
  const { isKeyed = false, keyKnownMs = KEY_KNOWN_MS } = provider.performing ?? {};
  const { sentAt } = noted.key;
  const isKnown = typeof sentAt === 'number' && Date.now() - sentAt < keyKnownMs;
  const mayRepeat = typeof isKeyed === 'boolean' ? isKeyed : isKeyed(pathOf(provider, call.apiName));
  if (mayRepeat && isKnown) return { outcome: 'again' };
  const answer = await foundAnswer(provider, call, context);
  if (answer === null || answer === undefined)
    return { outcome: typeof sentAt === 'number' && canNoLongerArrive(sentAt, context.timeoutMs) ? 'lost' : 'open' };
  return { outcome: 'done', response: await asJson(answer), capture: noted.capture ?? null };
}

/** @throws ProviderUnavailableError, RefusedError */
async function foundAnswer<C>(
  provider: ResourceProvider<C>,
  { apiName, payload }: PerformedCall,
  context: ConnectorContext,
): Promise<unknown> {
  const { found } = provider.performing ?? {};
  if (!found) return null;
  return withClient(provider, ofAgent(provider, payload, context), (client) =>
    ask(provider, () => found(client, pathOf(provider, apiName), payload, context.idempotencyKey ?? '')),
  );
}

function ofAgent<C>({ performing, paths = [] }: ResourceProvider<C>, payload: JsonObject, context: ConnectorContext) {
  const several = paths.map((name) => payload[name]);
  return { ...context, agentCall: { assertPath: assertPathOf(several, performing?.mayEndInSlash === true) } };
}

const operationOf = <C>({ operations }: ResourceProvider<C>, apiName: string) =>
  operations.find((one) => one.apiName === apiName);

const pathOf = <C>({ id }: ResourceProvider<C>, apiName: string) => apiName.slice(id.length + 1);

const itemsIn = (captured: Capture | null): readonly CapturedItem[] =>
  (captured?.captured && readSnapshot(captured.content)?.items) || [];

const isSameState = (one: Capture | null, other: Capture | null) =>
  one !== null && isDeepStrictEqual(itemsIn(one), itemsIn(other));

const refused = (message: string): Performed => ({ outcome: 'refused', refusal: { message } });

function refusedBy(error: unknown): Performed {
  const status = statusOf(error);
  return { outcome: 'refused', refusal: { message: sentenceOf(error), ...(status !== null && { status }) } };
}

/** Writes a client's answer as JSON. Bytes that are no text become their size and their hash. */
async function asJson(answer: unknown): Promise<Json> {
  const bytes = await bytesOf(answer);
  if (bytes) return textOf(bytes) ?? unrepresentable(bytes);
  return JSON.parse(JSON.stringify(answer) ?? 'null');
}

async function bytesOf(answer: unknown): Promise<Buffer | null> {
  if (answer instanceof Blob) return Buffer.from(await answer.arrayBuffer());
  if (answer instanceof ArrayBuffer) return Buffer.from(answer);
  return answer instanceof Uint8Array ? Buffer.from(answer) : null;
}

function textOf(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return !text.includes('\0') && Buffer.from(text).equals(bytes) ? text : null;
}

const unrepresentable = (bytes: Buffer): Json => ({
  unrepresentable: true,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: bytes.length,
});
