import { newOrganization, newSession, unique } from '../../support/client.js';
import { againWhenCutOff } from '../../support/cut-off.js';
import { freePort } from '../../support/free-port.mjs';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { valueAt } from '../../support/prometheus-names.js';
import { startService } from '../../support/service.mjs';

/** Fewer than a pool that keeps a read-only connection would refuse. */
const TRIES = 4;

/** The readiness of a process, once it has that status. */
async function readiness({ url }: { url: string }, status: number) {
  const answer = await eventually(
    () => fetch(`${url}/health/ready`),
    (one) => one.status === status,
  );
  const { error } = (await answer.json()) as { error: { errors: { field: string }[] } | null };
  const missing = (error?.errors ?? []).map(({ field }) => field);
  return { missing, connection: answer.headers.get('connection') };
}

it('Expired idempotency keys are deleted; a change at a PostgreSQL that is read-only is 503 unavailable, and the next one has a new connection; its process is not ready, and SIGTERM drains', async () => {
  const database = await newOwnDatabase();
  const metricsPort = await freePort();
  const [lately, before] = ['23 hours', '25 hours'];
  await database.superuser.query(
    `WITH o AS (INSERT INTO organizations (id, name, plan) VALUES (gen_random_uuid(), 'of keys', 'FREE') RETURNING id)
     INSERT INTO idempotency_keys (organization_id, scope, request_hash, created_at)
     SELECT o.id, age, 'hash', now() - age::interval FROM o, unnest($1::text[]) AS age`,
    [[lately, before]],
  );
  const service = await startService({
    DATABASE_URL: database.serviceUrl,
    LOG_LEVEL: 'fatal',
    DRAIN_SECONDS: '600',
    METRICS_PORT: String(metricsPort),
  });
  const readOnly = async (value: 'on' | 'off') => {
    await database.superuser.query(`ALTER DATABASE ${database.name} SET default_transaction_read_only = ${value}`);
  };
  try {
    const keys = () => database.superuser.query("SELECT scope FROM idempotency_keys WHERE request_hash = 'hash'");
    const left = await eventually(keys, ({ rowCount }) => rowCount === 1);
    expect(left.rows).toEqual([{ scope: lately }]);
    const { agent } = await newOrganization(service);
    const session = await newSession(agent);
    await readOnly('on');
    // Sessions have the setting from their beginning, as a server has that becomes a standby.
    await database.superuser.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = $1',
      [database.role],
    );
    const once = (path: string, body: object) => {
      const key = unique('key');
      return againWhenCutOff(() => agent.post(path, body, key));
    };
    const change = () => once('/sessions', { agentId: 'read-only', intent: 'write' });
    const log = () => once(`/sessions/${session}/actions`, { apiName: 'a.b', operationType: 'UPDATE', payload: {} });
    const refused = [await change(), await change(), await log(), await log()];
    expect(refused.map(({ status, body }) => `${status} ${body.error?.type.split('/').at(-1)}`)).toEqual(
      refused.map(() => '503 unavailable'),
    );
    expect(await readiness(service, 503)).toMatchObject({ missing: ['database'] });
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    await readOnly('off');
    // A job of the service may have made a connection between the last refusal and the change of the setting.
    for (const write of [change, log]) {
      let { status } = await write();
      for (let tries = 1; tries < TRIES && status === 503; tries++) ({ status } = await write());
      expect(status).toBe(201);
    }
    expect(await readiness(service, 200)).toEqual({ missing: [], connection: 'keep-alive' });
    // The first SIGTERM begins the drain, which is long here, and the second one ends it.
    expect(await valueAt(metricsPort, 'backstop_draining')).toBe(0);
    process.kill(service.pid, 'SIGTERM');
    expect(await readiness(service, 503)).toEqual({ missing: ['draining'], connection: 'close' });
    expect(await valueAt(metricsPort, 'backstop_draining')).toBe(1);
    expect((await agent.post('/sessions', { agentId: 'drained', intent: 'write' })).status).toBe(201);
  } finally {
    await service.stop();
    await database.drop();
  }
});
