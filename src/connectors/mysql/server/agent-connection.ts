import type { AgentConnection, Json, SessionSettings } from '../../connector.js';
import type { OwnConnection } from '../../rows/dialect.js';
import type { Session } from '../../rows/table/session.js';
import type { Column } from '../sql.js';
import { isUtc } from '../values.js';

/** The same words as `sdk/src/clients/mysql/connection-report.ts`. */
const FIND_SERVER = 'SELECT @@hostname, CAST(@@port AS CHAR), @@datadir';
/** The settings that `SETTINGS` of the connection sets. */
const OWN_SETTINGS: SessionSettings = { timeZone: '+00:00' };

/** The identity of the server: a copy of its files has the same `server_uuid`, and another port, host or directory. */
export async function serverOf(session: Session): Promise<string> {
  const [found = []] = await session.rows(FIND_SERVER);
  return JSON.stringify(found);
}

/**
 * The start time distinguishes two containers with a copy of the same files, which may have one host name, port and
 * directory.
 */
export async function begunAt(session: Session): Promise<number> {
  const [[, uptime] = []] = await session.rows("SHOW GLOBAL STATUS LIKE 'Uptime'");
  const [[now] = []] = await session.rows('SELECT CAST(UNIX_TIMESTAMP() AS CHAR)');
  return Number(now) - Number(uptime);
}

const FIND_READ_ONLY = "SHOW VARIABLES WHERE Variable_name IN ('read_only', 'super_read_only', 'innodb_read_only')";

/** MariaDB 12 has kinds of `read_only` besides ON. */
export async function isReplica(session: Session): Promise<boolean> {
  return (await session.rows(FIND_READ_ONLY)).some(([, value]) => !['OFF', '0'].includes(String(value).toUpperCase()));
}

/** A bare name is one in the database that the agent's connection has chosen, which need not be the credential's. */
export async function connectionOf(session: Session, reported: AgentConnection): Promise<OwnConnection> {
  return { ...reported, server: await serverOf(session), settings: OWN_SETTINGS };
}

const FIND_NAMESAKES = `
  SELECT TABLE_SCHEMA FROM information_schema.TABLES
   WHERE TABLE_NAME = ? AND TABLE_SCHEMA NOT IN ('mysql', 'information_schema', 'performance_schema', 'sys')
   ORDER BY 1`;

export async function namesakes(session: Session, name: string): Promise<string[]> {
  return (await session.rows(FIND_NAMESAKES, [name])).map(([schema]) => String(schema));
}

const FIXED = /^[+-]\d\d:\d\d$/;

/**
 * The text of a TIMESTAMP is a moment of the session's time zone; no other type depends on it. A zone with a constant
 * offset from UTC needs no refusal, because `storedAs` converts it.
 */
export function isReadDifferently(
  { kind }: Column,
  value: Json,
  _own: SessionSettings,
  reported: SessionSettings,
): boolean {
  const { timeZone: zone = '' } = reported;
  return kind === 'timestamp' && value !== null && zone !== '' && !isUtc(zone) && !FIXED.test(zone);
}

/** Null when the credential's session reads the statement as the agent's does; otherwise the differing part. */
export function partReadDifferently(
  sql: string,
  columns: readonly Column[],
  { namesNoColumns, reported }: { namesNoColumns: boolean; reported: SessionSettings },
): string | null {
  // Everything else that a mode reads in another way is in no statement that is captured.
  if (reported.sqlMode?.includes('HIGH_NOT_PRECEDENCE') && /\bnot\b/i.test(sql)) return 'sql_mode HIGH_NOT_PRECEDENCE';
  const text = sql.toLowerCase();
  // The condition is evaluated in the credential's session.
  if (reported.timeZone === undefined || isUtc(reported.timeZone)) return null;
  const named = columns.find(
    ({ kind, name }) => kind === 'timestamp' && (namesNoColumns || text.includes(name.toLowerCase())),
  );
  return named?.name ?? null;
}
