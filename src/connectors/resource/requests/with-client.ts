import type { ConnectorContext, Reachable } from '../../connector.js';
import { ask } from '../read.js';
import type { ResourceProvider } from '../resource.js';
import { type Reached, transportOf } from './transport-of.js';

/**
 * Opens a client for one piece of work, and closes it afterwards.
 * @throws ProviderUnavailableError, RefusedError
 */
export async function withClient<C, T>(
  provider: ResourceProvider<C>,
  context: ConnectorContext,
  work: (client: C) => Promise<T>,
): Promise<T> {
  const connection = await ask(provider, () => provider.connect(reachable(provider, context)));
  if (!connection) throw new Error(`${provider.id} has no client`);
  try {
    return await work(connection.client);
  } finally {
    await Promise.resolve(connection.close?.()).catch(() => undefined);
  }
}

/** The context with the transport of the service, or with one that is opened in this process. */
export function reachable(reached: Reached, context: ConnectorContext): Reachable {
  return { openTransport: () => transportOf(reached)(context), ...context };
}
