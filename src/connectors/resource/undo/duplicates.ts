import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../connector.js';
import { ask } from '../read.js';
import type { Address, ResourceKind, ResourceProvider } from '../resource.js';

/** Clocks of two machines are this far apart at most; milliseconds. */
export const SKEW_MS = 120_000;

/**
 * The addresses of resources with these very fields, without the one at `address`.
 * @throws ProviderUnavailableError, RefusedError
 */
export async function duplicatesOf<C>(
  provider: ResourceProvider<C>,
  kind: ResourceKind<C>,
  client: C,
  deleted: { readonly address: Address; readonly fields: JsonObject; readonly takenAt: number },
): Promise<readonly Address[]> {
  const { address, fields, takenAt } = deleted;
  const found = await ask(provider, async () => (await kind.find?.(client, address, fields, takenAt - SKEW_MS)) ?? []);
  return others(found ?? [], [address]);
}

/** The addresses that are not among the others. */
export function others(addresses: readonly Address[], others: readonly JsonObject[]): readonly Address[] {
  return addresses.filter((address) => !others.some((other) => isDeepStrictEqual(other, address)));
}
