import type { Session } from '../../rows/table/session.js';
import type { Row } from '../../rows/table/table.js';
import { claimsOf } from '../claims.js';
import type { Column, Table } from '../sql.js';

const FIND_DEFAULTS = `
  SELECT COLUMN_NAME, COLUMN_DEFAULT, EXTRA, IS_NULLABLE, CAST(VERSION() LIKE '%MariaDB%' AS CHAR)
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?`;

/** Literals, and NULL when a column has no default. A computed default may differ each time. */
export async function defaultsOf(
  session: Session,
  { schema, name: table }: Table,
  columns: readonly Column[],
): Promise<Row> {
  const found = await session.rows(FIND_DEFAULTS, [schema, table]);
  const literals = found.flatMap(([name, text = null, extra, isNullable, isMariaDB]): [string, string | null][] => {
    const isComputed = /default_generated|auto_increment/i.test(extra ?? '');
    const literal = isComputed ? undefined : isMariaDB === '1' ? unquoted(text) : text;
    // NOT NULL without a default: a mode that is not strict fills in something else.
    if (name === null || name === undefined || literal === undefined) return [];
    return literal === null && isNullable !== 'YES' ? [] : [[name, literal]];
  });
  // A TIMESTAMP is written in the time zone of the session, a claim is read in that of the server.
  const isMoment = (name: string) => columns.some((column) => column.name === name && column.kind === 'timestamp');
  const known = new Map(literals.filter(([name, text]) => text === null || !isMoment(name)));
  const [claim] = await claimsOf(session, columns, [Object.fromEntries(known)]);
  return Object.fromEntries(
    columns.flatMap(({ name }) => (known.has(name) && claim?.has(name) ? [[name, known.get(name) ?? null]] : [])),
  );
}

/** Columns with a default that is computed, such as CURRENT_TIMESTAMP or UUID(), and numbered ones. */
export async function drawnOf(session: Session, { schema, name: table }: Table): Promise<ReadonlySet<string>> {
  const found = await session.rows(FIND_DEFAULTS, [schema, table]);
  const isDrawn = (text: string | null, extra: string, isMariaDB: boolean) =>
    /default_generated|auto_increment/i.test(extra) ||
    (isMariaDB ? unquoted(text) === undefined && /\w\(/.test(text ?? '') : /^current_timestamp/i.test(text ?? ''));
  return new Set(
    found.flatMap(([name, text = null, extra, _, isMariaDB]) =>
      isDrawn(text, extra ?? '', isMariaDB === '1') ? [String(name)] : [],
    ),
  );
}

/** MariaDB writes a default as SQL: a literal as one; undefined for any other expression. */
function unquoted(text: string | null): string | null | undefined {
  if (text === null || /^null$/i.test(text)) return null;
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  const [, inner] = /^'((?:[^'\\]|'')*)'$/.exec(text) ?? [];
  return inner?.replaceAll("''", "'");
}
