import { Backstop, type Session, wrap } from '@backstop/sdk';
import { governTools } from '@backstop/sdk/ai';
import { tool } from 'ai';
import pg from 'pg';
import { z } from 'zod';
import { newOrganization, type Organization, serviceA, unique } from './client.js';
import { newCustomerDatabase } from './customer-database.js';
import { newPool } from './pool.js';
import { rollBack } from './roll-back.js';

const CUSTOMERS = `
  CREATE TABLE customers (id int PRIMARY KEY, name text, credit int NOT NULL DEFAULT 10);
  INSERT INTO customers SELECT n, 'Customer ' || n FROM generate_series(1, 10) AS n;`;

export interface Setting extends Organization {
  readonly database: Awaited<ReturnType<typeof newCustomerDatabase>>;
  readonly session: Session;
  readonly pool: pg.Pool;
}

const settings: Setting[] = [];
afterAll(() =>
  Promise.all(
    settings.map(async ({ pool, database }) => {
      await pool.end().catch(() => undefined);
      await database.drop();
    }),
  ),
);

/** An agent on a customer database of its own, governed. */
export async function newSetting(): Promise<Setting> {
  const database = await newCustomerDatabase();
  await database.pool.query(CUSTOMERS);
  const organization = await newOrganization();
  await organization.operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
  const backstop = new Backstop({ baseUrl: serviceA.url, apiKey: organization.agent.credential ?? '' });
  const session = await backstop.createSession({ agentId: unique('agent'), intent: 'look after customers' });
  const pool = wrap(newPool({ connectionString: database.url, max: 2 }), session, { connector: 'postgres' });
  const setting = { ...organization, database, session, pool };
  settings.push(setting);
  return setting;
}

export const creditsOf = async ({ database }: Setting) =>
  (await database.pool.query('SELECT id, credit FROM customers ORDER BY id')).rows.map(
    ({ id, credit }) => `${id}:${credit}`,
  );

/** The agent's tool sets the credits of some customers, through the wrapped pool, and is not asked for itself. */
export async function setCreditsByTool(
  { pool, session }: Setting,
  toolCallId: string,
  credits: Record<number, number>,
) {
  const bare = tool({
    description: 'Set credits',
    inputSchema: z.object({ credits: z.record(z.string(), z.number()) }),
    execute: async (given) => {
      for (const [id, credit] of Object.entries(given.credits))
        await pool.query('UPDATE customers SET credit = $2 WHERE id = $1', [Number(id), credit]);
    },
  });
  const { set } = governTools({ set: bare }, session, { through: ['set'] });
  await set.execute?.({ credits }, { toolCallId, messages: [] });
}

/** The agent rolls its session back; the words about it are for operators. */
export async function rollBackAndRead({ session, operator }: Setting) {
  await rollBack(session);
  return (await operator.get(`/sessions/${session.id}/rollback`)).body.data;
}
