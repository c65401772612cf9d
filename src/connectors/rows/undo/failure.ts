import { type ConnectorContext, type ItemReport, ProviderUnavailableError, type UndoReport } from '../../connector.js';
import { NotCapturable } from '../call/payload.js';
import type { Dialect } from '../dialect.js';
import { NoLongerHeld } from '../table/transaction.js';
import { type Address, explain } from '../table/trouble.js';
import { IncompleteUndoError } from './intermediate-values.js';
import { NotRestored } from './restore.js';
import { Unproved } from './touched.js';

/**
 * The report of work that threw and changed nothing.
 * @throws ProviderUnavailableError, and the errors of `assertHeld`
 */
export async function reportFailure(
  dialect: Dialect,
  context: ConnectorContext,
  work: () => Promise<UndoReport>,
): Promise<UndoReport> {
  let target: Address | null = null;
  try {
    target = dialect.parseTarget(context.credentials.connectionString);
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error;
    if (error instanceof NoLongerHeld) throw error.cause;
    if (error instanceof NotCapturable) return { outcome: 'impossible', detail: error.message, items: [] };
    if (error instanceof Unproved)
      return { outcome: 'unknown', detail: error.message, items: error.items.map(unwritten) };
    if (error instanceof NotRestored) return { outcome: 'failed', detail: error.message, items: [] };
    if (error instanceof IncompleteUndoError) return { outcome: 'failed', detail: dependentOn(error), items: [] };
    const trouble = explain(dialect.errors, error, target);
    if (trouble.kind === 'unavailable') throw new ProviderUnavailableError(trouble.sentence);
    return { outcome: 'failed', detail: `nothing was changed: ${trouble.sentence}`, items: [] };
  }
}

const dependentOn = ({ message }: IncompleteUndoError) =>
  `nothing was changed: ${message} can only be restored together with an older call of the same transaction, which cannot be undone`;

/** Nothing was written, so that the report names no field as restored. */
const unwritten = ({ fields, ...item }: ItemReport): ItemReport => ({
  ...item,
  result: 'conflict',
  fields: fields.map((field) => (field.result === 'restored' ? { ...field, result: 'conflict' } : field)),
});
