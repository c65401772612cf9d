import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { toProblem } from '../../../src/platform/http/answers/problem.js';
import { eventually } from '../../support/patience.mjs';
import { newPool } from '../../support/pool.js';
import { forwardTo, listenTcp } from '../../support/tcp.js';

const connectionString = process.env.TEST_CUSTOMERS_URL ?? '';
const OWN_ID = 'SELECT pg_backend_pid() AS pid';

const terminate = async (pid: number) => {
  const superuser = new pg.Client({ connectionString });
  await superuser.connect();
  await superuser.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
  await superuser.end();
};

const answerTo = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const { problem, unexpected } = toProblem(error, 'https://errors.example', 'a-request');
  return [problem.status, problem.type, unexpected];
};
const UNAVAILABLE = [503, 'https://errors.example/unavailable', false];

describe('A request whose connection to PostgreSQL is lost is answered 503 unavailable', () => {
  it('between two statements of its transaction', async () => {
    const source = await new DataSource({ type: 'postgres', url: connectionString, logging: false }).initialize();
    const transaction = source.transaction(async (em) => {
      const [{ pid }] = await em.query(OWN_ID);
      await terminate(pid);
      await sleep(100);
      await em.query('SELECT 1');
    });
    expect(await answerTo(transaction)).toEqual(UNAVAILABLE);
    await source.destroy();
  });

  it('before a statement on a connection that it holds', async () => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows: found } = await client.query(OWN_ID);
    client.on('error', () => undefined);
    const broken = once(client, 'error');
    await terminate(found[0].pid);
    await broken;
    expect(await answerTo(client.query('SELECT 1'))).toEqual(UNAVAILABLE);
  });

  it('while a statement is under way', async () => {
    const { port } = new URL(connectionString);
    const proxy = await listenTcp(forwardTo(Number(port)));
    const client = new pg.Client({ connectionString: connectionString.replace(`:${port}`, `:${proxy.port}`) });
    client.on('error', () => undefined);
    await client.connect();
    const { rows: found } = await client.query(OWN_ID);
    const answer = answerTo(client.query('SELECT pg_sleep(60)'));
    const asks = newPool({ connectionString, max: 1 });
    const active = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND query LIKE '%pg_sleep%'";
    expect(
      (
        await eventually(
          () => asks.query(active, [found[0].pid]),
          ({ rowCount }) => rowCount === 1,
        )
      ).rowCount,
    ).toBe(1);
    await asks.end();
    await proxy.stop();
    expect(await answer).toEqual(UNAVAILABLE);
  });
});
