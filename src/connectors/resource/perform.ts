import {
  type Capture,
  type ConnectorContext,
  type Fate,
  type Json,
  type JsonObject,
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

/** What makes the calls of agents with a provider's own client. */
export interface Performing<Client> {
  /** The provider makes nothing twice under one key, which is the id of the action. */
  readonly isKeyed: boolean;
  /**
   * @param path of the method in the client, as the name of the operation has it: `customers.update`
   * @throws NotCapturable for arguments that would make another call of it; whatever the client throws
   */
  call(client: Client, path: string, payload: JsonObject, key: string): Promise<unknown>;
}

/** Captures what the call is about to change, and makes it once. */
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

/** Of a provider that knows keys the same call is sent again; of the others only a look at the resource tells. */
export function fateOf<C>({ performing }: ResourceProvider<C>, { key }: Noted): Fate {
  const isKnown = typeof key.sentAt === 'number' && Date.now() - key.sentAt < KEY_KNOWN_MS;
  return { outcome: performing?.isKeyed && isKnown ? 'again' : 'lost' };
}

const refused = (message: string): Performed => ({ outcome: 'refused', refusal: { message } });

const asJson = (answer: unknown): Json => JSON.parse(JSON.stringify(answer) ?? 'null');

/** A method of a client by its path. @throws NotCapturable where there is none */
export function methodAt(client: unknown, path: string): (...args: unknown[]) => Promise<unknown> {
  const names = path.split('.');
  let owner: unknown = null;
  let found: unknown = client;
  for (const name of names) {
    owner = found;
    found = (found as Record<string, unknown> | undefined)?.[name];
  }
  if (typeof found !== 'function') throw new NotCapturable(`the client has no method ${path}`);
  return (...args) => found.apply(owner, args) as Promise<unknown>;
}

/** @throws NotCapturable where a member would say how the call is sent, or what else it does */
export function refuseMembers(payload: JsonObject, names: readonly string[]): void {
  const found = Object.keys(payload).find((name) => names.includes(name));
  if (found !== undefined) throw new NotCapturable(`the payload has a member that is not performed: ${found}`);
}
