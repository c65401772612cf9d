import type { OwnConnection } from '../../rows/dialect.js';
import type { Session } from '../../rows/table/session.js';
import type { Cell } from '../../rows/table/table.js';
import { CONNECTION, NAMESAKES, START, surveyed, surveyedNamesakes } from './survey.js';

export async function serverOf(session: Session): Promise<string> {
  const [known] = surveyed(session)?.connection ?? [];
  return known ?? (await session.rows(`SELECT ${START}`))[0]?.[0] ?? '';
}

export async function isReplica(session: Session): Promise<boolean> {
  const known = surveyed(session)?.isReplica;
  return known ?? (await session.rows('SELECT pg_catalog.pg_is_in_recovery()::text'))[0]?.[0] === 'true';
}

/**
 * The place of this session, and the settings by which it reads the text of values, except those that `opening` has
 * set.
 */
export async function connectionOf(session: Session): Promise<OwnConnection> {
  const found: readonly Cell[] = surveyed(session)?.connection ?? (await session.rows(`SELECT ${CONNECTION}`))[0] ?? [];
  const [server = '', database = '', path = '[]', timeZone = '', dateStyle = '', ...more] = found.map(String);
  const [intervalStyle = '', monetaryLocale = '', standardConformingStrings = ''] = more;
  const settings = { timeZone, dateStyle, intervalStyle, monetaryLocale, standardConformingStrings };
  return { server, database, path: JSON.parse(path), settings };
}

export async function namesakes(session: Session, name: string): Promise<readonly string[]> {
  return surveyedNamesakes(session, name) ?? (await session.rows(NAMESAKES, [name])).map(([schema]) => String(schema));
}
