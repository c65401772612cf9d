import { setTimeout as delay } from 'node:timers/promises';
import { type ConnectorContext, ProviderUnavailableError } from '../../connector.js';
import type { Dialect } from '../dialect.js';
import { tableLabel } from './names.js';
import type { Table } from './table.js';
import { transaction } from './transaction.js';

const POLL_MS = 100;

/**
 * Waits until none of these transactions runs any more, holding no lock that they may wait for.
 * @throws ProviderUnavailableError after `timeoutMs`
 */
export async function ended(
  dialect: Dialect,
  context: ConnectorContext,
  table: Table,
  writers: readonly string[],
): Promise<void> {
  const deadline = Date.now() + context.timeoutMs;
  for (;;) {
    const running = await transaction(dialect, context, 'read', (session) => dialect.writers(session, table));
    if (!writers.some((writer) => running.includes(writer))) return;
    if (Date.now() > deadline) {
      const label = tableLabel(dialect.label, table);
      throw new ProviderUnavailableError(`a transaction that writes to ${label} has not ended`);
    }
    await delay(POLL_MS);
  }
}
