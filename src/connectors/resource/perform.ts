import {
  type Capture,
  type ConnectorContext,
  type Fate,
  type Json,
  type Noted,
  type Performed,
  type PerformedCall,
  ProviderUnavailableError,
} from '../connector.js';
import { capture } from './capture.js';
import { sentenceOf, statusOf, troubleOf } from './requests/trouble.js';
import { withClient } from './requests/with-client.js';
import { isReversible, NotCapturable, type ResourceProvider } from './resource.js';

/** Providers forget an idempotency key after a day at the earliest. */
const KEY_KNOWN_MS = 23 * 3_600_000;

/** Captures the state that the call is about to change, and makes the call once. */
export async function perform<C>(
  provider: ResourceProvider<C>,
  { apiName, payload }: PerformedCall,
  context: ConnectorContext,
): Promise<Performed> {
  const { performing } = provider;
  if (!performing) return refused(`${provider.title} is not called by the service.`);
  const isCaptured = isReversible(provider.operations.find((one) => one.apiName === apiName));
  const captured: Capture | null = isCaptured ? await capture(provider, { apiName, payload }, context) : null;
  const path = apiName.slice(provider.id.length + 1);
  try {
    return await withClient(provider, context, async (client) => {
      await context.note?.({ key: { sentAt: Date.now() }, ...(captured && { capture: captured }) });
      const response = asJson(await performing.call(client, path, payload, context.idempotencyKey ?? ''));
      return { outcome: 'done', response, capture: captured };
    });
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error;
    if (error instanceof NotCapturable) return refused(error.message);
    const trouble = troubleOf(error, provider.meaningOf);
    if (trouble.kind === 'unavailable')
      throw new ProviderUnavailableError(trouble.sentence, trouble.retryAfterMs, trouble.fate);
    const status = statusOf(error);
    return { outcome: 'refused', refusal: { message: sentenceOf(error), ...(status !== null && { status }) } };
  }
}

/**
 * At a provider with idempotency keys the same call is sent again; at others only a read of the resource shows the
 * outcome.
 */
export function fateOf<C>({ performing }: ResourceProvider<C>, { key }: Noted): Fate {
  const isKnown = typeof key.sentAt === 'number' && Date.now() - key.sentAt < KEY_KNOWN_MS;
  return { outcome: performing?.isKeyed && isKnown ? 'again' : 'lost' };
}

const refused = (message: string): Performed => ({ outcome: 'refused', refusal: { message } });

const asJson = (answer: unknown): Json => JSON.parse(JSON.stringify(answer) ?? 'null');
