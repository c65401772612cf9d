import type { AgentConnection, Json } from '../../connector.js';
import { type Call, NotCapturable, type TableName } from '../call/payload.js';
import type { Dialect, OwnConnection } from '../dialect.js';
import type { Session } from '../table/session.js';
import type { Column, Table } from '../table/table.js';

/** The table that the call names, and how the credential's session reads values. */
export interface IntendedTable<C extends Column> {
  readonly table: Table<C>;
  /** Null when the agent's client reports nothing about its connection. */
  readonly own: OwnConnection | null;
}

/**
 * Finds the table that a name means on the agent's connection. When its client reports nothing, a bare name has to be
 * the only one of its kind. The report is compared, and never applied: it can only choose among tables that the payload
 * could name with their schema, and policies take a bare name for each of them.
 * @throws NotCapturable when it is another table than the credential reaches, or unknown
 */
export async function intendedTable<C extends Column>(
  dialect: Pick<Dialect<C>, 'survey' | 'connectionOf' | 'resolveTable' | 'namesakes'>,
  session: Session,
  wanted: TableName,
  reported: AgentConnection | undefined,
): Promise<IntendedTable<C>> {
  const named = namedOn(wanted, reported);
  await dialect.survey?.(session, named);
  if (reported === undefined) {
    const schemas = wanted.schema === null ? await dialect.namesakes(session, wanted.name) : [];
    if (schemas.length > 1) {
      throw new NotCapturable(
        `${wanted.name} is a table in several schemas (${schemas.slice(0, 5).join(', ')}), and the client does not report which one it uses`,
      );
    }
    return { table: await dialect.resolveTable(session, wanted), own: null };
  }
  const own = await ownConnection(dialect, session, reported);
  const label = wanted.schema === null ? wanted.name : `${wanted.schema}.${wanted.name}`;
  if (!reported.table) throw new NotCapturable(`the client does not report which table ${label} is on its connection`);
  const { id, temporary } = reported.table;
  if (temporary) throw new NotCapturable(`${label} is a temporary table of the agent's connection`);
  const { timeZone: zone } = reported.settings;
  const table = await dialect.resolveTable(session, { ...named, ...(zone !== undefined && { zone }) });
  if (table.id !== undefined && table.id !== id) {
    throw new NotCapturable(`${label} is another table on the agent's connection than the credential reaches`);
  }
  return { table, own };
}

/** The name with the schema that it has on the agent's connection, as far as that is known. */
export const namedOn = ({ schema, name }: TableName, reported: AgentConnection | undefined): TableName => ({
  schema: schema ?? reported?.table?.schema ?? null,
  name,
});

/** The credential's connection. @throws NotCapturable when the agent's leads to another server or database */
export async function ownConnection(
  dialect: Pick<Dialect, 'connectionOf'>,
  session: Session,
  reported: AgentConnection,
): Promise<OwnConnection> {
  const own = await dialect.connectionOf(session, reported);
  if (own.server !== reported.server)
    throw new NotCapturable("the agent's connection reaches another server than the credential");
  if (own.database !== reported.database)
    throw new NotCapturable("the agent's connection reaches another database than the credential");
  return own;
}

/**
 * Refuses values that the agent's session reads in another way than the credential's: the same text would be another
 * moment, or another day. @throws NotCapturable
 */
export function refuseReadDifferently<C extends Column>(
  dialect: Pick<Dialect<C>, 'isReadDifferently'>,
  { table, own }: IntendedTable<C>,
  call: Call,
  reported: AgentConnection | undefined,
): void {
  if (own === null || reported === undefined) return;
  for (const [name, value] of valuesOf(call)) {
    const column = table.columns.find((one) => one.name === name);
    if (column && dialect.isReadDifferently(column, value, own.settings, reported.settings))
      throw readDifferently(name);
  }
}

export function readDifferently(name: string): NotCapturable {
  return new NotCapturable(
    `what ${name} is compared with or set to depends on settings, such as the time zone, that differ on the agent's connection`,
  );
}

function valuesOf(call: Call): [string, Json][] {
  if (call.kind === 'insert') return call.rows.flatMap((row) => Object.entries(row));
  const matched = call.match.map(({ column, operand }): [string, Json] => [column, operand]);
  if (call.kind === 'delete') return matched;
  const literals = Object.entries(call.values).filter(([name]) => !call.expressions.includes(name));
  return [...matched, ...literals];
}
