import type { Organization } from '../../../support/client.js';
import { newCustomerDatabase } from '../../../support/customer-database.js';

/** Every undo writes `before`; each time it does is counted, in order. */
const NOTES = `
  CREATE TABLE notes (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL DEFAULT 'before');
  CREATE TABLE undone (nth int GENERATED ALWAYS AS IDENTITY, note int);
  CREATE FUNCTION count_undone() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO undone (note) VALUES (NEW.id); RETURN NULL; END $$;
  CREATE TRIGGER count_undone AFTER UPDATE ON notes FOR EACH ROW WHEN (NEW.text = 'before') EXECUTE FUNCTION count_undone();`;

export interface Effect {
  readonly note: number;
  readonly action: string;
}

export type Notes = Awaited<ReturnType<typeof openNotes>>;

/** A customer's database of notes, with the changes that agents make in it. */
export async function openNotes() {
  const { url, pool, drop } = await newCustomerDatabase();
  await pool.query(NOTES);

  /** Lets the organization's agents reach it. */
  const admit = async ({ operator }: Organization): Promise<void> => {
    const stored = await operator.put('/settings/credentials/postgres', { values: { connectionString: url } });
    expect(stored.status).toBe(200);
  };

  const add = async (): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>('INSERT INTO notes DEFAULT VALUES RETURNING id');
    return rows[0]?.id ?? 0;
  };

  const set = (note: number, text: string) => pool.query('UPDATE notes SET text = $2 WHERE id = $1', [note, text]);

  /** Changes a note of its own in the world: as reported when it was done, or as asked and not confirmed yet. */
  const change = async ({ agent }: Organization, session: string, status: 'SUCCESS' | 'CLEARED'): Promise<Effect> => {
    const note = await add();
    const update = {
      apiName: 'postgres.rows.update',
      payload: { table: 'notes', match: { id: note }, values: { text: 'after' } },
    };
    const actions = `/sessions/${session}/actions`;
    const { body: captured } = await agent.post(`${actions}/precapture`, update);
    expect(captured.data.captureFailed).toBe(false);
    await set(note, 'after');
    const { precaptureId } = captured.data;
    const { body } = await agent.post(actions, {
      ...update,
      operationType: 'UPDATE',
      precaptureId,
      status,
      // The database's answer: without it an agent's rollback leaves the call to an operator.
      ...(status === 'SUCCESS' && { response: { command: 'UPDATE', rowCount: 1 } }),
    });
    return { note, action: body.data.id };
  };

  /** Reads the current values of these notes, and which of them were undone, one after the other. */
  const look = async (...effects: Pick<Effect, 'note'>[]) => {
    const notes = effects.map(({ note }) => note);
    const [texts, undone] = await Promise.all([
      pool.query<{ text: string }>('SELECT text FROM notes WHERE id = ANY ($1) ORDER BY id', [notes]),
      pool.query<{ note: number }>('SELECT note FROM undone WHERE note = ANY ($1) ORDER BY nth', [notes]),
    ]);
    return { texts: texts.rows.map(({ text }) => text), undone: undone.rows.map(({ note }) => note) };
  };

  return { admit, add, set, change, look, drop };
}
