import type { ConnectorContext } from '../connector.js';
import type { Lines } from './line.js';

/** The line of this connector: from the context, or opened here. */
export async function lineTo<K extends keyof Lines>(connector: K, context: ConnectorContext): Promise<Lines[K]> {
  if (context.openLine) return (await context.openLine()) as Lines[K];
  const { openLine } = await import('./open-line.js');
  return openLine(connector, context);
}
