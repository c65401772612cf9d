import type { ConnectorContext, OpenTransport } from '../connector.js';

/** The transport of a connector: from the context, or opened here. */
export async function transportOf<T extends object>(open: OpenTransport<T>, context: ConnectorContext): Promise<T> {
  return context.openTransport ? ((await context.openTransport()) as T) : open(context);
}
