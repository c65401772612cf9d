import type { ConnectorContext } from '../../connector.js';
import { ask } from '../read.js';
import type { ResourceProvider } from '../resource.js';

/**
 * Opens a client for one piece of work, and closes it afterwards.
 * @throws ProviderUnavailableError, RefusedError
 */
export async function withClient<C, T>(
  provider: ResourceProvider<C>,
  context: ConnectorContext,
  work: (client: C) => Promise<T>,
): Promise<T> {
  const connection = await ask(provider, () => provider.connect(context));
  if (!connection) throw new Error(`${provider.id} has no client`);
  try {
    return await work(connection.client);
  } finally {
    await Promise.resolve(connection.close?.()).catch(() => undefined);
  }
}
