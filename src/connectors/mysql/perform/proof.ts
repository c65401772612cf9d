import type { ConnectorContext } from '../../connector.js';
import { NotCapturable } from '../../rows/call/payload.js';
import type { Session } from '../../rows/table/session.js';
import { qualified } from '../sql.js';

/** Takes a lock by the name of the action. The server releases it when the connection of the attempt has ended. */
export async function holdLock(
  session: Session,
  { idempotencyKey, timeoutMs }: ConnectorContext,
): Promise<string | null> {
  if (!idempotencyKey) return null;
  const name = `backstop ${idempotencyKey}`;
  // A former attempt may hold it until the server has noticed its end.
  const [[held] = []] = await session.rows('SELECT GET_LOCK(?, CAST(? AS SIGNED))', [
    name,
    String(Math.ceil(timeoutMs / 2_000)),
  ]);
  if (held !== '1') throw new NotCapturable('a former attempt at this call has not ended at the server');
  return name;
}

/** The table of the credential's field `marks`; null where it names none. @throws NotCapturable */
export function marksOf({ credentials }: Pick<ConnectorContext, 'credentials'>): string | null {
  const { marks = '' } = credentials;
  if (marks === '') return null;
  const [schema = '', name = '', ...more] = marks.split('.');
  if (schema === '' || name === '' || more.length > 0)
    throw new NotCapturable('the field marks of the credential must be schema.table');
  return qualified({ schema, name });
}

/** Leaves a row in the table of marks, in the transaction of the call: it is there if and only if the call took effect. */
export async function markWith(session: Session, context: ConnectorContext): Promise<string | null> {
  const table = marksOf(context);
  const { idempotencyKey } = context;
  if (table === null || !idempotencyKey) return null;
  await session.run(`INSERT INTO ${table} (id) VALUES (?)`, [idempotencyKey]);
  return idempotencyKey;
}
