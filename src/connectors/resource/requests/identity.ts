import { isDeepStrictEqual } from 'node:util';
import { ProviderUnavailableError } from '../../connector.js';
import { ask, RefusedError } from '../read.js';
import { type Address, NotCapturable, type ResourceProvider } from '../resource.js';

/** A place by its name, with the provider's own identity of it. */
export interface Identified {
  readonly scope: Address;
  readonly id: string;
}

/**
 * The identities of the places of these addresses; places that the provider does not identify are left out.
 * @throws ProviderUnavailableError
 */
export async function identitiesOf<C>(
  provider: ResourceProvider<C>,
  client: C,
  addresses: readonly Address[],
): Promise<readonly Identified[]> {
  const scopes: Address[] = [];
  for (const address of addresses) {
    const scope = provider.identity?.scopeOf(address) ?? null;
    if (scope && !scopes.some((one) => isDeepStrictEqual(one, scope))) scopes.push(scope);
  }
  const ids = await Promise.all(scopes.map((scope) => idOf(provider, client, scope)));
  return scopes.flatMap((scope, i) => (ids[i] ? [{ scope, id: ids[i] }] : []));
}

/**
 * @throws NotCapturable when a name leads to another place than at the capture
 * @throws ProviderUnavailableError when the provider does not answer it
 */
export async function assertSameIdentity<C>(
  provider: ResourceProvider<C>,
  client: C,
  captured: readonly Identified[],
): Promise<void> {
  for (const { scope, id } of captured) {
    const now = await idOf(provider, client, scope);
    if (now === id) continue;
    const name = Object.values(scope).join('/') || `the account of ${provider.title}`;
    if (now === null)
      throw new ProviderUnavailableError(`the provider does not report whether ${name} still is ${id}`, null, 'unsent');
    throw new NotCapturable(
      `${name} was ${id} when the call was captured, and is ${now} now: another place has this name or address`,
    );
  }
}

/** A credential may not be allowed to ask. */
async function idOf<C>(provider: ResourceProvider<C>, client: C, scope: Address): Promise<string | null> {
  try {
    return (await ask(provider, async () => (await provider.identity?.read(client, scope)) ?? null)) || null;
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
}
