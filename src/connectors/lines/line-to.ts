import type { ConnectorContext } from '../connector.js';
import type { LineKind, Lines } from './line.js';

/** Over what the context brings, or from here. */
export async function lineTo<K extends LineKind>(
  kind: K,
  context: ConnectorContext,
  options: Lines[K]['options'],
): Promise<Lines[K]['line']> {
  if (context.openLine) return context.openLine(kind, options);
  const { openLine } = await import('./open-line.js');
  return openLine(kind, context, options);
}
