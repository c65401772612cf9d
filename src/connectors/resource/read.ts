import { ProviderUnavailableError } from '../connector.js';
import { troubleOf } from './requests/trouble.js';
import { type Address, NotCapturable, type Reading, type ResourceKind, type ResourceProvider } from './resource.js';

/** The provider refused; nothing was changed by this call. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/**
 * Calls the provider. Null when the resource is absent.
 * @throws ProviderUnavailableError, RefusedError, NotCapturable
 */
export async function ask<C, T>({ meaningOf }: ResourceProvider<C>, call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NotCapturable || isBug(error)) throw error;
    const trouble = troubleOf(error, meaningOf);
    if (trouble.kind === 'absent') return null;
    if (trouble.kind === 'unavailable')
      throw new ProviderUnavailableError(trouble.sentence, trouble.retryAfterMs, trouble.requestState);
    throw new RefusedError(trouble.sentence, { cause: error });
  }
}

export function read<C>(
  provider: ResourceProvider<C>,
  kind: ResourceKind<C>,
  client: C,
  address: Address,
): Promise<Reading | null> {
  return ask(provider, () => kind.read(client, address));
}

/** @throws NotCapturable when there is nothing that could hold it */
export async function locate<C>(
  provider: ResourceProvider<C>,
  kind: ResourceKind<C>,
  client: C,
  named: Address,
): Promise<Address> {
  if (!kind.locate) return named;
  const address = await ask(provider, async () => kind.locate?.(client, named) ?? named);
  if (!address) throw new NotCapturable(`the provider does not know where ${kind.label(named)} would be`);
  return address;
}

/** A failed fetch is a TypeError too, but it names a cause. */
const isBug = (error: unknown) =>
  (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError) &&
  !error.cause &&
  !('code' in error);
