import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../connector.js';
import type { Recorded, Touched } from '../items.js';
import { ask, read } from '../read.js';
import type { ResentRequests } from '../resent-requests.js';
import type { Address, ResourceOperation, ResourceProvider } from '../resource.js';
import { SKEW_MS } from './duplicates.js';
import { isEmptyValue } from './equivalent.js';
import { valuesOf } from './plan.js';
import { holds } from './three-way.js';

/** A longer list may have been cut. */
const WHOLE_LIST = 100;

/**
 * Answers the things that are there now, were not there at the capture, and are as each try of the call would have left
 * them, the one of the answer first; none when all are gone. Null when the provider lists too little, the one of the answer
 * is gone, or more are there than the client sent.
 * @throws ProviderUnavailableError, RefusedError
 */
export async function copiesOf<C>(
  provider: ResourceProvider<C>,
  { kind, listed }: ResourceOperation<C>,
  client: C,
  { payload, record, sent }: { payload: JsonObject; record: Recorded } & Pick<ResentRequests, 'sent'>,
): Promise<readonly Touched[] | null> {
  const { there, takenAt } = record;
  const [answered, ...more] = record.items;
  if (!listed || there === null || !answered?.after || answered.before || more.length > 0) return null;
  const wanted = valuesOf(answered.after, answered.named);
  const now = await ask(provider, () => listed(client, payload, takenAt - SKEW_MS));
  if (now === null || now.length >= WHOLE_LIST || Object.values(wanted).every(isEmptyValue)) return null;
  const copies: Touched[] = [];
  for (const address of now.filter((one) => !isIn(there, one))) {
    const reading = await read(provider, kind, client, address);
    if (reading && holds(reading.fields, wanted)) copies.push({ ...answered, address });
  }
  if (copies.length === 0) return [];
  const others = copies.filter(({ address }) => !isSame(address, answered.address));
  return others.length < copies.length && copies.length <= sent ? [answered, ...others] : null;
}

/** A client may report a number that the list has as a text. */
const isSame = (one: Address, other: Address) => isDeepStrictEqual(textsOf(one), textsOf(other));
const isIn = (all: readonly Address[], wanted: Address) => all.some((one) => isSame(one, wanted));

const textsOf = (address: Address) =>
  Object.fromEntries(Object.entries(address).map(([name, value]) => [name, String(value)]));
