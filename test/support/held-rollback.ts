import type pg from 'pg';
import { expectToBlock } from './blocks.js';
import { type Answer, type Caller, newSession, type Organization } from './client.js';
import { newCustomerDatabase } from './customer-database.js';

const UPDATE = {
  apiName: 'postgres.rows.update',
  payload: { table: 'notes', match: { id: 1 }, values: { text: 'after' } },
};

/** A customer's database with one note, which the organization's agents may reach. */
export async function withNotes({ operator }: Organization) {
  const database = await newCustomerDatabase();
  await database.pool.query(
    "CREATE TABLE notes (id int PRIMARY KEY, text text); INSERT INTO notes VALUES (1, 'before')",
  );
  await operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
  return database;
}

/** Changes the note, as an agent that asks, captures, runs and confirms. */
export async function changeNote(agent: Caller, session: string, pool: pg.Pool): Promise<string> {
  const { body: captured } = await agent.post(`/sessions/${session}/actions/precapture`, UPDATE);
  const asked = { ...UPDATE, operationType: 'UPDATE', precaptureId: captured.data.precaptureId };
  const { body } = await agent.post(`/sessions/${session}/actions`, asked);
  await pool.query("UPDATE notes SET text = 'after' WHERE id = 1");
  await agent.patch(`/sessions/${session}/actions/${body.data.id}`, { status: 'SUCCESS' });
  return body.data.id;
}

/**
 * Starts a rollback that runs for as long as its provider gives no answer. @param orderOf the body that is sent, by its
 * action
 */
export async function holdRollback(
  organization: Organization,
  orderOf: (action: string) => object | undefined = () => undefined,
) {
  const database = await withNotes(organization);
  const session = await newSession(organization.agent);
  const action = await changeNote(organization.agent, session, database.pool);
  const blocker = await database.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
  const answer: Promise<Answer> = organization.operator.post(`/sessions/${session}/rollback`, orderOf(action));
  await expectToBlock(blocker, database.pool);
  const finish = async (): Promise<Answer> => {
    await blocker.query('ROLLBACK');
    blocker.release();
    const finished = await answer;
    await database.drop();
    return finished;
  };
  return { session, action, finish };
}
