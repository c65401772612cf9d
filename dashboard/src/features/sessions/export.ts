import { download } from '../../ui/download';
import { listSessions, type Session, type SessionQuery } from './api';
import { lengthMs } from './facts';

const PAGE = 200;
/** One file holds at most so many sessions. */
const MOST = 20_000;

export type Format = 'csv' | 'ndjson';

export interface Exported {
  readonly count: number;
  /** False where more sessions match than a file holds. */
  readonly isAll: boolean;
}

/** Makes a file of the sessions that match, newest first. @param seen receives the number of sessions read so far */
export async function exportSessions(
  query: SessionQuery,
  format: Format,
  signal: AbortSignal,
  seen: (count: number) => void,
): Promise<Exported> {
  const sessions: Session[] = [];
  let cursor: string | undefined;
  do {
    const page = await listSessions({ ...query, ...(cursor && { cursor }) }, signal, null, PAGE);
    sessions.push(...(page?.sessions ?? []));
    cursor = page?.next ?? undefined;
    seen(sessions.length);
  } while (cursor && sessions.length < MOST);
  const kept = sessions.slice(0, MOST);
  if (format === 'csv') download('sessions.csv', 'text/csv', [toCsv(kept)]);
  else
    download(
      'sessions.ndjson',
      'application/x-ndjson',
      kept.map((one) => `${JSON.stringify(one)}\n`),
    );
  return { count: kept.length, isAll: !cursor && kept.length === sessions.length };
}

const COLUMNS: readonly (readonly [string, (session: Session) => unknown])[] = [
  ['id', ({ id }) => id],
  ['agent', ({ agentId }) => agentId],
  ['on behalf of', ({ onBehalfOf }) => onBehalfOf],
  [
    'labels',
    ({ labels }) =>
      Object.entries(labels)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
  ],
  ['intent', ({ intent }) => intent],
  ['status', ({ displayStatus }) => displayStatus],
  ['needs attention', ({ dirty }) => dirty],
  ['drift', ({ drift }) => drift],
  ['connectors', ({ connectors }) => connectors.join(' ')],
  ['simulated', ({ simulated }) => simulated],
  ['succeeded', ({ counters }) => counters.success],
  ['failed', ({ counters }) => counters.failed],
  ['blocked', ({ counters }) => counters.blocked],
  ['unknown outcome', ({ counters }) => counters.unknown],
  ['pending approval', ({ counters }) => counters.pendingApproval],
  ['rolled back', ({ counters }) => counters.rolledBack],
  ['rollback failed', ({ counters }) => counters.rollbackFailed],
  ['opened', ({ createdAt }) => createdAt],
  ['last activity', ({ lastActivityAt }) => lastActivityAt],
  ['seconds', (session) => lengthMs(session) / 1000],
];

export const toCsv = (sessions: readonly Session[]): string =>
  [COLUMNS.map(([name]) => name), ...sessions.map((session) => COLUMNS.map(([, read]) => read(session)))]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('');

/** A spreadsheet runs a text that begins like a formula, so such a text gets an apostrophe in front. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
