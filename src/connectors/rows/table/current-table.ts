import { type Call, NotCapturable } from '../call/payload.js';
import type { Snapshot } from '../capture/snapshot.js';
import type { Dialect } from '../dialect.js';
import type { Session } from './session.js';
import type { Column, Table } from './table.js';
import { isWider } from './wider-type.js';

/**
 * The captured table in its present form. Other columns than the needed ones may have been dropped, or renamed, since; a
 * type may be wider.
 * @throws NotCapturable when it has changed in a way that matters
 */
export async function currentTable(
  dialect: Dialect,
  session: Session,
  snapshot: Snapshot,
  isNeeded: (column: string) => boolean,
): Promise<Table> {
  const table = await dialect.resolveTable(session, snapshot);
  if ((await dialect.placeOf(session, table)) !== snapshot.place) {
    throw new NotCapturable('the credential reaches another table than the one that was captured');
  }
  await requireSameServer(dialect, session, snapshot);
  const captured = new Map(snapshot.columns.map(({ name, id }) => [name, id]));
  // A column that was renamed, and another one that has its name by now, are not the captured one.
  const isCaptured = ({ name, id }: Column) => (captured.get(name) ?? id) === id;
  const columns = table.columns.filter(isCaptured);
  const found = new Map(columns.map(({ name, type }) => [name, type]));
  const changed = snapshot.columns.find(({ name, type }) => {
    const now = found.get(name);
    return now === undefined ? isNeeded(name) : now !== type && !isWider(now, type);
  });
  if (changed !== undefined) throw new NotCapturable(`column ${changed.name} is no longer as it was captured`);
  const isSameKey = table.key.map(({ name }) => name).join('\0') === snapshot.key.join('\0');
  if (!isSameKey || !table.key.every(isCaptured)) {
    throw new NotCapturable('the primary key is no longer as it was captured');
  }
  return { ...table, columns };
}

/**
 * The columns without which a call cannot be undone: those that it set. What a deleted row held in a dropped column is a
 * conflict of that row.
 */
export const neededBy = (calls: readonly Call[]) => (column: string) =>
  calls.some((call) => valuesIn(call).some((values) => Object.hasOwn(values, column)));

function valuesIn(call: Call): readonly object[] {
  if (call.kind === 'delete') return [];
  return call.kind === 'insert' ? call.rows : [call.values];
}

/** A copy of the server's files, a restored backup, has the same ids. @throws NotCapturable */
async function requireSameServer(dialect: Dialect, session: Session, { server, visible }: Snapshot): Promise<void> {
  if (server === undefined) return;
  if (server.address !== session.address && !(await isSameRun(dialect, session, server))) {
    throw new NotCapturable(
      `the credential reaches another server than ${server.address}, where the call was captured, or to a copy of it`,
    );
  }
  const now = await dialect.visible(session);
  if (visible === undefined || now === undefined || !isBefore(now, visible)) return;
  throw new NotCapturable('the server was restored to a moment before the call was captured');
}

/** The tolerance between two readings of a server's start time, because its clock has moved on. */
const ABOUT_SECONDS = 5;

async function isSameRun(
  dialect: Dialect,
  session: Session,
  { run, begunAt }: NonNullable<Snapshot['server']>,
): Promise<boolean> {
  if (run !== (await dialect.serverOf(session))) return false;
  if (begunAt === undefined || !dialect.begunAt) return true;
  return Math.abs((await dialect.begunAt(session)) - begunAt) <= ABOUT_SECONDS;
}

/**
 * True when the next transaction of one snapshot of PostgreSQL (`xmin:xmax:…`) is older than every one that the other
 * saw running.
 */
function isBefore(now: string, captured: string): boolean {
  const [[, next = ''], [oldest = '']] = [now.split(':'), captured.split(':')];
  return /^\d+$/.test(next) && /^\d+$/.test(oldest) && BigInt(next) < BigInt(oldest);
}
