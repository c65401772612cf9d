import { MAX_ROWS } from '../../rows/call/payload.js';
import { ASKED_KEYS, aboveAll, type KeyProof } from '../../rows/capture/snapshot.js';
import { toRow } from '../../rows/table/row.js';
import type { Session } from '../../rows/table/session.js';
import { asText, type Column, qualified, quote, type Table } from '../sql.js';

/** A single integer has an order; keys of any other kind are listed, if they are few. */
export async function proofOfGenerated(
  session: Session,
  table: Table,
  generated: readonly Column[],
): Promise<KeyProof> {
  const [only] = generated;
  if (only?.kind === 'integer' && generated.length === 1) {
    const column = `t.${quote(only.name)}`;
    const highest = await session.rows(
      `SELECT ${column}::text FROM ${qualified(table)} t ORDER BY ${column} DESC LIMIT ${ASKED_KEYS}`,
    );
    return aboveAll(only.name, highest.flat());
  }
  const keys = await session.rows(`SELECT ${asText(table.key, 't')} FROM ${qualified(table)} t LIMIT ${MAX_ROWS + 1}`);
  if (keys.length > MAX_ROWS) return { kind: 'version' };
  return { kind: 'listed', keys: keys.map((cells) => toRow(table.key, cells)) };
}
