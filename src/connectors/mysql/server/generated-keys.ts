import type { Json } from '../../connector.js';
import { NotCapturable } from '../../rows/call/payload.js';
import { ASKED_KEYS, aboveAll, type KeyProof } from '../../rows/capture/snapshot.js';
import type { Session } from '../../rows/table/session.js';
import { type Column, qualified, quote, type Table } from '../sql.js';

/** NULL and 0 ask for the next number too. */
export function isLeftOut({ autoIncrement }: Column, value: Json | undefined): boolean {
  return value === undefined || (autoIncrement && (value === null || Number(value) === 0));
}

/** InnoDB numbers the rows of one INSERT one after the other. @throws NotCapturable */
export async function proofOfGenerated(
  session: Session,
  table: Table,
  generated: readonly Column[],
): Promise<KeyProof> {
  const [only] = generated;
  if (generated.length > 1 || !only?.autoIncrement) {
    const names = generated.map(({ name }) => name).join(', ');
    throw new NotCapturable(`${names} of the primary key is neither given nor AUTO_INCREMENT`);
  }
  const column = `t.${quote(only.name)}`;
  const highest = await session.rows(
    `SELECT CAST(${column} AS CHAR) FROM ${qualified(table)} t ORDER BY ${column} DESC LIMIT ${ASKED_KEYS}`,
  );
  const [[step = '1'] = []] = await session.rows('SELECT CAST(@@global.auto_increment_increment AS CHAR)');
  return { ...aboveAll(only.name, highest.flat()), step: Number(step) };
}
