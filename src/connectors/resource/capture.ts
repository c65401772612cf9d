import { type Capture, type ConnectorContext, type JsonObject, ProviderUnavailableError } from '../connector.js';
import { ask, locate, RefusedError, read } from './read.js';
import { identitiesOf } from './requests/identity.js';
import { placeOf } from './requests/place.js';
import { sentenceOf } from './requests/trouble.js';
import { withClient } from './requests/with-client.js';
import type { CapturedItem } from './resource.js';
import {
  type Address,
  isReversible,
  NotCapturable,
  type ResourceOperation,
  type ResourceProvider,
} from './resource.js';
import { toContent } from './snapshot.js';
import { duplicatesOf, SKEW_MS } from './undo/duplicates.js';

/** The most items one call may name. */
const MOST_ITEMS = 100;
const MOST_BYTES = 4_000_000;

interface Asked {
  readonly apiName: string;
  readonly payload: JsonObject;
}

/** Reads the resources that the call would touch. */
export async function capture<C>(
  provider: ResourceProvider<C>,
  call: Asked,
  context: ConnectorContext,
): Promise<Capture> {
  try {
    return await captureHere(provider, call, context, { mayMissList: true });
  } catch (error) {
    if (error instanceof ProviderUnavailableError) return { captured: false, reason: error.message };
    throw error;
  }
}

/**
 * Captures right before the call itself, which can wait until its provider is reachable.
 * @param mayMissList a list of what is there may be left out where the provider does not answer it
 * @throws ProviderUnavailableError
 */
export async function captureHere<C>(
  provider: ResourceProvider<C>,
  { apiName, payload }: Asked,
  context: ConnectorContext,
  { mayMissList = false } = {},
): Promise<Capture> {
  const operation = provider.operations.find((one) => one.apiName === apiName);
  if (!isReversible(operation)) return { captured: false, reason: `Nothing undoes "${apiName}".` };
  try {
    const takenAt = Date.now();
    const place = placeOf(provider, context);
    const addresses = operation.addresses(payload, undefined);
    if (addresses && addresses.length > MOST_ITEMS) throw new NotCapturable(`more than ${MOST_ITEMS} at once`);
    const { readings, there, identities } = await withClient(provider, context, async (client) => {
      const places = addresses ?? [operation.within?.(payload) ?? {}];
      const [identities, found] = await Promise.all([
        identitiesOf(provider, client, places),
        addresses
          ? captureAll(provider, operation, client, { payload, addresses, takenAt })
          : allThere(provider, operation, client, payload, mayMissList).then((there) => ({ readings: null, there })),
      ]);
      return { ...found, identities };
    });
    const known = identities.length > 0 && { identities };
    const content = toContent({ takenAt, place, ...known, items: readings, ...(there && { there }) });
    if (Buffer.byteLength(JSON.stringify(content)) > MOST_BYTES)
      throw new NotCapturable('the state is larger than 4 MB');
    // A resource that does not exist yet has no state to lose; one that no longer exists cannot be changed.
    return {
      captured: true,
      resource: { [operation.kind.name]: (readings ?? []).map(({ address }) => operation.kind.label(address)) },
      content,
    };
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error;
    const isOurs = [NotCapturable, RefusedError].some((ours) => error instanceof ours);
    return { captured: false, reason: isOurs ? (error as Error).message : sentenceOf(error) };
  }
}

/**
 * Null when the provider lists nothing. If the list is only unavailable for now, the capture fails, unless the kind
 * knows when a thing was made: without either, nothing would prove what the call made.
 */
async function allThere<C>(
  provider: ResourceProvider<C>,
  { listed, kind }: ResourceOperation<C>,
  client: C,
  payload: JsonObject,
  mayMiss: boolean,
): Promise<readonly Address[] | null> {
  if (!listed) return null;
  try {
    return await ask(provider, () => listed(client, payload, Date.now() - SKEW_MS));
  } catch (error) {
    if (error instanceof ProviderUnavailableError && !(kind.createdAt && mayMiss)) throw error;
    return null;
  }
}

async function captureAll<C>(
  provider: ResourceProvider<C>,
  operation: ResourceOperation<C>,
  client: C,
  { addresses, ...call }: { payload: JsonObject; addresses: readonly Address[]; takenAt: number },
) {
  const readings: CapturedItem[] = [];
  for (const named of addresses) readings.push(await captureOne(provider, operation, client, { ...call, named }));
  return { readings, there: null };
}

async function captureOne<C>(
  provider: ResourceProvider<C>,
  { kind, effect, sets }: ResourceOperation<C>,
  client: C,
  { payload, named, takenAt }: { payload: JsonObject; named: Address; takenAt: number },
): Promise<CapturedItem> {
  const address = await locate(provider, kind, client, named);
  const reading = await read(provider, kind, client, address);
  // Words of unknown meaning are found before the call, not at its undo.
  if (effect !== 'delete') sets?.(payload, address, reading?.fields ?? null);
  if (effect !== 'delete' || !reading || !kind.find) return { address, reading };
  const duplicates = await duplicatesOf(provider, kind, client, { address, fields: reading.fields, takenAt });
  return { address, reading, duplicates };
}
