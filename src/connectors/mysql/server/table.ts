import { NotCapturable } from '../../rows/call/payload.js';
import type { WantedTable } from '../../rows/dialect.js';
import type { Session } from '../../rows/table/session.js';
import type { Cell, Reference } from '../../rows/table/table.js';
import { type Column, type Kind, qualified, type Table } from '../sql.js';

const FIND_TABLE = `
  SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, ENGINE, CAST(@@lower_case_table_names AS CHAR), @@global.time_zone
    FROM information_schema.TABLES
   WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?`;

const FIND_COLUMNS = `
  SELECT c.COLUMN_NAME, c.COLUMN_TYPE, c.DATA_TYPE, CAST(COALESCE(c.GENERATION_EXPRESSION, '') <> '' AS CHAR), c.EXTRA,
         CAST(k.SEQ_IN_INDEX AS CHAR), CAST(k.SUB_PART AS CHAR)
    FROM information_schema.COLUMNS c
    LEFT JOIN information_schema.STATISTICS k
      ON k.TABLE_SCHEMA = c.TABLE_SCHEMA AND k.TABLE_NAME = c.TABLE_NAME AND k.COLUMN_NAME = c.COLUMN_NAME
     AND k.INDEX_NAME = 'PRIMARY'
   WHERE c.TABLE_SCHEMA = ? AND c.TABLE_NAME = ?
   ORDER BY c.ORDINAL_POSITION`;

const FIND_REFERENCES = `
  SELECT k.CONSTRAINT_NAME, k.TABLE_SCHEMA, k.TABLE_NAME, k.COLUMN_NAME, k.REFERENCED_COLUMN_NAME,
         r.DELETE_RULE, r.UPDATE_RULE
    FROM information_schema.KEY_COLUMN_USAGE k
    JOIN information_schema.REFERENTIAL_CONSTRAINTS r
      ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME
     AND r.TABLE_NAME = k.TABLE_NAME
   WHERE k.REFERENCED_TABLE_SCHEMA = ? AND k.REFERENCED_TABLE_NAME = ?
   ORDER BY k.TABLE_SCHEMA, k.TABLE_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION`;

/** Only a user with the privilege TRIGGER sees triggers in the list; a schema may be granted as a pattern. */
const FIND_TRIGGERS = `
  SELECT CAST((SELECT COUNT(*) FROM information_schema.TRIGGERS
                WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?) AS CHAR),
         CAST(EXISTS (SELECT 1 FROM information_schema.USER_PRIVILEGES WHERE PRIVILEGE_TYPE = 'TRIGGER')
           OR EXISTS (SELECT 1 FROM information_schema.SCHEMA_PRIVILEGES
                       WHERE PRIVILEGE_TYPE = 'TRIGGER' AND ? LIKE TABLE_SCHEMA)
           OR EXISTS (SELECT 1 FROM information_schema.TABLE_PRIVILEGES
                       WHERE PRIVILEGE_TYPE = 'TRIGGER' AND TABLE_SCHEMA = ? AND TABLE_NAME = ?) AS CHAR)`;

const SYSTEM = ['mysql', 'information_schema', 'performance_schema', 'sys'];

const KINDS: Readonly<Record<Kind, readonly string[]>> = {
  integer: ['tinyint', 'smallint', 'mediumint', 'int', 'bigint'],
  decimal: ['decimal'],
  float: ['float'],
  double: ['double'],
  bit: ['bit'],
  char: ['char'],
  text: ['varchar', 'tinytext', 'text', 'mediumtext', 'longtext', 'uuid', 'inet4', 'inet6'],
  choice: ['enum', 'set'],
  json: ['json'],
  bytes: ['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob'],
  date: ['date'],
  datetime: ['datetime'],
  timestamp: ['timestamp'],
  time: ['time'],
  year: ['year'],
};

/**
 * Finds a table in the catalogue of the database; statements name only tables that were found there.
 * @throws NotCapturable when there is none, or none whose rows can be identified and changed in a transaction
 */
export async function resolveTable(session: Session, wanted: WantedTable): Promise<Table> {
  const label = wanted.schema === null ? wanted.name : `${wanted.schema}.${wanted.name}`;
  const found = await session.rows(FIND_TABLE, [wanted.schema, wanted.name]);
  const exact = found.find((row) => row[1] === wanted.name) ?? found.find((row) => row[4] !== '0');
  if (exact === undefined) throw new NotCapturable(`there is no table ${label}`);
  const [schema = '', name = '', kind, engine, , defaultZone = ''] = exact.map(String);
  if (SYSTEM.includes(schema.toLowerCase())) throw new NotCapturable(`${label} is a system table`);
  if (kind !== 'BASE TABLE') throw new NotCapturable(`${label} is not a plain table but of kind ${kind}`);
  if (engine?.toLowerCase() !== 'innodb') {
    throw new NotCapturable(`${label} is stored by ${engine}, which knows no transactions; only InnoDB does here`);
  }
  const described = await session.rows(FIND_COLUMNS, [schema, name]);
  const key = described.filter((row) => row[5] !== null).sort((a, b) => Number(a[5]) - Number(b[5]));
  if (key.length === 0) throw new NotCapturable(`${label} has no primary key`);
  if (key.some((row) => row[6] !== null)) throw new NotCapturable(`the primary key of ${label} holds only prefixes`);
  const zone = wanted.zone ?? defaultZone;
  const isText = described.some((row) => row[2] === 'longtext');
  const documents = isText ? await documentsOf(session, schema, name) : [];
  const column = (row: Cell[]) => toColumn(row, zone, documents);
  return {
    ...{ schema, name, zone },
    columns: described.map(column),
    key: key.map(column),
    triggers: await triggersOf(session, schema, name),
    references: toReferences(await session.rows(FIND_REFERENCES, [schema, name])),
  };
}

const FIND_UNIQUE = `
  SELECT INDEX_NAME, COLUMN_NAME, CAST(SUB_PART AS CHAR)
    FROM information_schema.STATISTICS
   WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND NON_UNIQUE = 0
   ORDER BY INDEX_NAME <> 'PRIMARY', INDEX_NAME, SEQ_IN_INDEX`;

/** The columns of each unique index, the primary key first. @throws NotCapturable when one holds anything else */
export async function uniqueOf(session: Session, { schema, name, columns }: Table): Promise<Column[][]> {
  const indexes = new Map<string, Column[]>();
  for (const [index, column, part] of await session.rows(FIND_UNIQUE, [schema, name])) {
    const found = columns.find((one) => one.name === column);
    if (found === undefined || part !== null) {
      throw new NotCapturable(`the unique index ${index} of ${name} holds more or less than columns`);
    }
    indexes.set(String(index), [...(indexes.get(String(index)) ?? []), found]);
  }
  return [...indexes.values()];
}

async function triggersOf(session: Session, schema: string, name: string): Promise<Table['triggers']> {
  const [row] = await session.rows(FIND_TRIGGERS, [schema, name, schema, schema, name]);
  if (row?.[0] !== '0') return 'some';
  return row[1] === '1' ? 'none' : 'unseen';
}

/** MariaDB keeps JSON as a text with a check; no other statement shows the check for one table only. */
async function documentsOf(session: Session, schema: string, name: string): Promise<string[]> {
  const [found] = await session.rows(`SHOW CREATE TABLE ${qualified({ schema, name })}`);
  const checks = String(found?.[1]).matchAll(/ CHECK \(json_valid\(`((?:[^`]|``)+)`\)\)/g);
  return [...checks].map(([, column = '']) => column.replaceAll('``', '`'));
}

function toColumn(
  [name, type, dataType, generated, extra]: Cell[],
  zone: string,
  documents: readonly string[],
): Column {
  const kind = (Object.keys(KINDS) as Kind[]).find((one) => KINDS[one].includes(String(dataType).toLowerCase()));
  if (kind === undefined) throw new NotCapturable(`column ${name} is of a type that is not kept: ${dataType}`);
  return {
    name: String(name),
    type: String(type),
    kind,
    generated: generated === '1',
    touched: /on update current_timestamp/i.test(extra ?? ''),
    autoIncrement: /auto_increment/i.test(extra ?? ''),
    isJson: kind === 'json' || documents.includes(String(name)),
    ...(kind === 'timestamp' && { zone }),
  };
}

function toReferences(rows: readonly Cell[][]): Reference[] {
  const byConstraint = new Map<string, Cell[][]>();
  for (const row of rows) {
    const name = JSON.stringify([row[1], row[2], row[0]]);
    byConstraint.set(name, [...(byConstraint.get(name) ?? []), row]);
  }
  return [...byConstraint.values()].map((group) => {
    const [, schema, name, , , onDelete, onUpdate] = group[0] ?? [];
    return {
      schema: String(schema),
      name: String(name),
      columns: group.map((row) => [String(row[3]), String(row[4])] as const),
      changesOnDelete: !['NO ACTION', 'RESTRICT'].includes(String(onDelete)),
      changesOnUpdate: !['NO ACTION', 'RESTRICT'].includes(String(onUpdate)),
    };
  });
}
