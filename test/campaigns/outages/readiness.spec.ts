import pg from 'pg';
import { type Answer, type Caller, newOrganization, newSession, unique } from '../../support/client.js';
import { freePort } from '../../support/free-port.mjs';
import { type KillableDatabase, newKillableDatabase } from '../../support/killable-database.js';
import { call, errorOf } from '../../support/ledger.js';
import { eventually, patience } from '../../support/patience.mjs';
import { newPool } from '../../support/pool.js';
import { valueAt } from '../../support/prometheus-names.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

/** More than the connections of a process: if each kept its server process, PostgreSQL would run out of them. */
const ASKS = 40;

let database: KillableDatabase;
let service: ServiceProcess;
let superuser: pg.Pool;
let agent: Caller;
let session: string;
let metricsPort: number;
beforeAll(async () => {
  database = await newKillableDatabase();
  metricsPort = await freePort();
  service = await startService({
    DATABASE_URL: database.serviceUrl,
    LOG_LEVEL: 'warn',
    METRICS_PORT: String(metricsPort),
  });
  superuser = newPool({ connectionString: database.superuserUrl, max: 2 });
  superuser.on('error', () => undefined);
  ({ agent } = await newOrganization(service));
  session = await newSession(agent);
});
afterAll(async () => {
  await service.stop();
  await superuser.end();
  await database.drop();
});

const inLedger = ({ superuserUrl, serviceUrl }: KillableDatabase) =>
  superuserUrl.replace(/[^/]*$/, new URL(serviceUrl).pathname.slice(1));

const ask = (key?: string) => agent.post(`/sessions/${session}/actions`, call(), key);
interface Refusal {
  readonly errors: readonly { readonly field: string }[];
}

const ready = async () => {
  const answer = await fetch(`${service.url}/health/ready`);
  const { error } = (await answer.json()) as { error: Refusal | null };
  return { status: answer.status, missing: error?.errors.map(({ field }) => field) ?? [] };
};
const NOT_READY = { status: 503, missing: ['database'] };
const READY = { status: 200, missing: [] };
const becomes = (expected: object) =>
  eventually(ready, (seen) => JSON.stringify(seen) === JSON.stringify(expected), 60_000);
const codesOf = (answers: readonly Answer[]) => [...new Set(answers.map((one) => `${one.status} ${errorOf(one)}`))];

describe('While the synchronous standby is lost', () => {
  const standby = async (name: string) => {
    await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await superuser.query('SELECT pg_reload_conf()');
  };

  it('a process is alive and not ready, asks are 503, and no server process waits for ever', async () => {
    expect(await ready()).toEqual(READY);
    await standby('gone');
    try {
      expect(await becomes(NOT_READY)).toEqual(NOT_READY);
      expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
      expect((await fetch(`${service.url}/health`)).status).toBe(200);
      const key = unique('key');
      const waitSeconds = () => valueAt(metricsPort, 'backstop_statement_wait_seconds');
      const longest = eventually(waitSeconds, (seconds) => seconds > 2);
      const answers = await Promise.all([ask(key), ...Array.from({ length: ASKS }, () => ask())]);
      expect(codesOf(answers)).toEqual(['503 unavailable']);
      expect(await longest).toBeGreaterThan(2);
      expect(await eventually(() => service.output.find((line) => line.includes('a statement waits')))).toContain(
        '"seconds":2',
      );
      const waiting = async () =>
        (await superuser.query("SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'SyncRep'")).rows[0]
          .n;
      const few = await eventually(waiting, (n) => n <= 10, patience(30_000));
      expect(few).toBeLessThanOrEqual(10);
      await standby('');
      expect(await becomes(READY)).toEqual(READY);
      expect(await eventually(waitSeconds, (seconds) => seconds < 2)).toBeLessThan(2);
      const again = await ask(key);
      expect(again.status).toBe(201);
      expect((await ask(key)).body.data.id).toBe(again.body.data.id);
    } finally {
      await standby('');
    }
  });
});

describe('While another session locks a table of the ledger', () => {
  it.each(['actions', 'usage_months'])(
    '(%s) a process is not ready, and asks are 503 after some seconds',
    async (table) => {
      expect(await becomes(READY)).toEqual(READY);
      const holder = new pg.Client({ connectionString: inLedger(database) });
      holder.on('error', () => undefined);
      await holder.connect();
      await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      try {
        expect(await becomes(NOT_READY)).toEqual(NOT_READY);
        expect(codesOf(await Promise.all([ask(), ask(), ask()]))).toEqual(['503 unavailable']);
      } finally {
        await holder.end();
      }
      expect(await becomes(READY)).toEqual(READY);
      expect((await ask()).status).toBe(201);
    },
  );
});

describe('A process that starts before its database', () => {
  it('waits for it, and then serves', async () => {
    await database.kill();
    const starting = startService({ DATABASE_URL: database.serviceUrl, LOG_LEVEL: 'warn' });
    let isUp = false;
    void starting.then(() => {
      isUp = true;
    });
    expect(await becomes(NOT_READY)).toEqual(NOT_READY);
    expect(isUp).toBe(false);
    await database.startAgain();
    const second = await starting;
    const waited = () => second.output.some((line) => line.includes('waiting for PostgreSQL to accept connections'));
    expect(await eventually(waited)).toBe(true);
    expect((await fetch(`${second.url}/health/ready`)).status).toBe(200);
    await second.stop();
    expect(await becomes(READY)).toEqual(READY);
  });
});
