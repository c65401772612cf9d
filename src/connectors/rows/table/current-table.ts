import { NotCapturable } from '../call/payload.js';
import type { Snapshot } from '../capture/snapshot.js';
import type { Dialect } from '../dialect.js';
import type { Session } from './session.js';
import type { Table } from './table.js';

/** The captured table as it is now. @throws NotCapturable when it has changed in a way that matters */
export async function currentTable(dialect: Dialect, session: Session, snapshot: Snapshot): Promise<Table> {
  const table = await dialect.resolveTable(session, snapshot);
  if ((await dialect.placeOf(session, table)) !== snapshot.place) {
    throw new NotCapturable('the credential leads to another table than the one that was captured');
  }
  const changed = snapshot.columns.find(
    ({ name, type }) => !table.columns.some((column) => column.name === name && column.type === type),
  );
  if (changed !== undefined) throw new NotCapturable(`column ${changed.name} is no longer as it was captured`);
  if (table.key.map(({ name }) => name).join('\0') !== snapshot.key.join('\0')) {
    throw new NotCapturable('the primary key is no longer as it was captured');
  }
  return table;
}
