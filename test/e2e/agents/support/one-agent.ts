import { Backstop, type Session, wrap } from '@backstop/sdk';
import pg from 'pg';
import { newOrganization, type Organization, serviceA, unique } from '../../../support/client.js';
import { newCustomerDatabase } from '../../../support/customer-database.js';
import { eventually } from '../../../support/patience.mjs';
import { newPool } from '../../../support/pool.js';
import type { Service } from '../../../support/service.mjs';

const CUSTOMERS = `
  CREATE TABLE customers (id int PRIMARY KEY, credit int NOT NULL DEFAULT 10);
  INSERT INTO customers SELECT generate_series(1, 30);
  CREATE TABLE writes (number serial, id int, credit int);
  CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO writes (id, credit) VALUES (coalesce(NEW.id, OLD.id), NEW.credit); RETURN NULL; END $$;
  CREATE TRIGGER count_writes AFTER INSERT OR UPDATE OR DELETE ON customers FOR EACH ROW EXECUTE FUNCTION count_write();`;

export interface Worker {
  readonly session: Session;
  readonly pool: pg.Pool;
}

export interface Setting extends Organization {
  readonly slug: string;
  readonly agentId: string;
  readonly database: Awaited<ReturnType<typeof newCustomerDatabase>>;
  readonly workers: readonly [Worker, Worker, Worker];
  open(agent: string): Promise<Worker>;
}

/** Functions that the suite calls at its end, the newest first. */
export const endings: (() => Promise<unknown>)[] = [];

/** Makes one agent in three sessions on one customer database. */
export async function newSetting(service: Service = serviceA): Promise<Setting> {
  const database = await newCustomerDatabase();
  endings.push(database.drop);
  await database.pool.query(CUSTOMERS);
  const organization = await newOrganization(service);
  await organization.operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
  const backstop = new Backstop({ baseUrl: service.url, apiKey: organization.agent.credential ?? '' });
  const open = async (agentId: string): Promise<Worker> => {
    const session = await backstop.createSession({ agentId, intent: 'look after customers' });
    const pool = wrap(newPool({ connectionString: database.url, max: 2 }), session, { connector: 'postgres' });
    endings.push(() => pool.end());
    return { session, pool };
  };
  const slug = unique('agent');
  const workers = [await open(slug), await open(slug), await open(slug)] as const;
  const [agent] = (await organization.operator.get('/agents')).body.data;
  return { ...organization, slug, agentId: agent.id, database, workers: [...workers], open };
}

export const set = ({ pool }: Worker, id: number, credit: number) =>
  pool.query('UPDATE customers SET credit = $1 WHERE id = $2', [credit, id]);
/** Rolls back and waits until it is done, which a busy machine may do later than a request is held. */
export async function rollBack(setting: Setting, since: string, key?: string, caller = setting.operator) {
  const answer = await caller.post(`/agents/${setting.agentId}/rollback`, { since }, key);
  const { data } = answer.body;
  if (data?.state !== 'running') return answer;
  const rollbacks = await Promise.all(
    data.rollbacks.map(({ sessionId }: { sessionId: string }) =>
      eventually(
        async () => (await caller.get(`/sessions/${sessionId}/rollback`)).body.data,
        ({ state }) => state === 'finished',
      ),
    ),
  );
  return { ...answer, body: { ...answer.body, data: { ...data, state: 'finished', rollbacks } } };
}

export const creditOf = async ({ database }: Setting, id: number) =>
  (await database.pool.query('SELECT credit FROM customers WHERE id = $1', [id])).rows[0]?.credit;
export const writesOf = async ({ database }: Setting): Promise<string[]> =>
  (await database.pool.query('SELECT id, credit FROM writes ORDER BY number')).rows.map(
    ({ id, credit }) => `${id}=${credit}`,
  );
export const forgetWrites = ({ database }: Setting) => database.pool.query('TRUNCATE writes');
export const actionsOf = async (setting: Setting, { session }: Worker) =>
  (await setting.operator.get(`/sessions/${session.id}`)).body.data.actions;

export const outcomesOf = ({ body }: { body: { data: { rollbacks: { results: { outcome: string }[] }[] } } }) =>
  body.data.rollbacks.flatMap(({ results }) => results.map(({ outcome }) => outcome));
export const LONG_AGO = '2026-01-01T00:00:00.000Z';

/** The three write one row again and again, one after another in turns. */
export async function takeTurns(setting: Setting, id: number, upTo: number): Promise<void> {
  for (let credit = 11; credit <= upTo; credit++)
    await set(setting.workers[[0, 1, 0, 2, 2, 1][credit % 6] as 0 | 1 | 2], id, credit);
}

/** Lists the writes of an undo from `upTo` back to ten: each restores the previous value. */
export const backwards = (id: number, upTo: number) =>
  Array.from({ length: upTo - 10 }, (_, back) => `${id}=${upTo - 1 - back}`);
