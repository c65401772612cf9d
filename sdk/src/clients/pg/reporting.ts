import type { SqlParser } from './reading/parser.js';
import type { TableFacts } from './reading/proofs.js';
import { imagesOf, quote } from './rows/generate.js';
import type { RowWrite } from './rows/write.js';

const MOST_ROWS = 1000;

/**
 * Returns the agent's own statement, word for word, with a RETURNING list that reports the rows it leaves and, if the
 * server can, those it replaces: `… RETURNING own list, NULL, t.*, NULL, old.*`. Null if that would change its effect
 * or the rights it needs.
 */
export function reportingText(sql: string, write: RowWrite, facts: TableFacts, parser: SqlParser): string | null {
  const rows = write.operation === 'rows.insert' ? insertedRows(write) : Number(write.payload.rowCount ?? 0);
  if (!facts.returnable || rows > MOST_ROWS) return null;
  const { target, operation } = write;
  const row = target.alias === null ? qualified(target) : quote(target.alias);
  const marks = imagesOf(operation, row, facts);
  const lead = write.returning === null ? '\nRETURNING ' : '\n, ';
  return `${parser.upToFirstEnd(sql)}${lead}${marks.join(', ')}`;
}

function insertedRows({ payload }: RowWrite): number {
  return Array.isArray(payload.values) ? payload.values.length : 1;
}

function qualified({ schema, name }: RowWrite['target']): string {
  return [...(schema === null ? [] : [schema]), name].map(quote).join('.');
}
