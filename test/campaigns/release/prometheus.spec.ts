import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { Caller, newOrganization, newSession, type Organization, unique } from '../../support/client.js';
import { ageOf, KINDS_OF_WORK, makeDue } from '../../support/due-work.js';
import { call, gated, logged, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { exportedIn, expressions, usedIn } from '../../support/prometheus-names.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';

let service: ServiceProcess;
let organization: Organization;
let metricsUrl: string;
beforeAll(async () => {
  service = await startService({ METRICS_PORT: '0' });
  metricsUrl = await announced(service);
  organization = await newOrganization(service);
});
afterAll(() => Promise.all([rows.end(), service.stop()]));

async function announced({ output }: ServiceProcess): Promise<string> {
  const find = async () => /metrics at (http:\/\/\S+)\./.exec(output.join('\n'))?.[1] ?? '';
  return eventually(find, (url) => url !== '');
}

const scrape = async () => (await fetch(metricsUrl)).text();

/** The value of the one series that carries all of these labels. */
async function figure(name: string, labels: Record<string, string> = {}): Promise<number | null> {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = (await scrape())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const found = lines.filter((line) => wanted.every((one) => line.includes(one)));
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0] === undefined ? null : Number(found[0].split(' ').at(-1));
}

describe('the metrics of a process', () => {
  it('are Prometheus text on a port of their own, which serves nothing else and is announced', async () => {
    expect(metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const response = await fetch(metricsUrl);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const names = [...(await response.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'process_cpu_seconds_total',
        'nodejs_eventloop_lag_p99_seconds',
        'backstop_http_request_duration_seconds',
        'backstop_problems_total',
        'backstop_ledger_batch_items',
        'backstop_ledger_batch_duration_seconds',
        'backstop_ledger_waiting',
        'backstop_intent_waiting',
        'backstop_database_connections',
        'backstop_job_failures_total',
        'backstop_held_requests',
        'backstop_due_oldest_seconds',
        'backstop_statement_wait_seconds',
        'backstop_build_info',
        'backstop_draining',
      ]),
    );
    for (const path of ['/', '/health', '/metrics/x']) {
      expect((await fetch(new URL(path, metricsUrl))).status).toBe(404);
    }
    expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(404);
  });

  it('have every metric and label that the alert rules and the dashboard name', async () => {
    // Redis is not configured here.
    const later = ['backstop_redis_up'];
    const exported = exportedIn(await scrape());
    const missing = expressions()
      .flatMap(usedIn)
      .filter(({ metric }) => !later.includes(metric) && !exported.has(metric));
    expect(missing).toEqual([]);
    // A rule over an increase needs the series before the first event.
    const text = await scrape();
    for (const series of ['problems_total{code="internal"}', 'webhooks_disabled_total{reason="gone"}'])
      expect(text).toContain(`backstop_${series} 0`);
    const due = exported.get('backstop_due_oldest_seconds');
    expect([...(due ?? [])]).toEqual(['work']);
    const wrong = expressions()
      .flatMap(usedIn)
      .filter(({ metric, labels }) => {
        const known = exported.get(metric);
        return known && known.size > 0 && !labels.every((label) => known.has(label));
      });
    expect(wrong).toEqual([]);
  });

  it('report how long each kind of due work has waited', async () => {
    for (const work of KINDS_OF_WORK)
      expect([work, typeof (await figure('backstop_due_oldest_seconds', { work }))]).toEqual([work, 'number']);
    const session = await newSession(organization.agent);
    const { actionId, approvalId } = await gated(organization.agent, session);
    const client = await rows.connect();
    try {
      for (const work of KINDS_OF_WORK) {
        // No job sees what is not committed.
        await client.query('BEGIN');
        await makeDue(client, work, [organization.id, session, actionId, approvalId]);
        const seconds = await ageOf(client, work);
        await client.query('ROLLBACK');
        expect([work, Math.round(seconds / 60)]).toEqual([work, 120]);
      }
    } finally {
      client.release();
    }
  });

  it('are never on the public port: there, /metrics wants an operator', async () => {
    expect((await new Caller(service, null).get('/metrics')).status).toBe(401);
    const own = await organization.operator.get('/metrics');
    expect(Object.keys(own.body.data)).toContain('actions');
  });

  it('count requests by the template of their route, and name no id, organization or invented path', async () => {
    const session = await newSession(organization.agent);
    const path = `/sessions/${session}/actions`;
    const labels = { method: 'POST', route: '/sessions/:id/actions', status: '201' };
    const before = (await figure('backstop_http_request_duration_seconds_count', labels)) ?? 0;
    for (let calls = 0; calls < 3; calls++) await organization.agent.post(path, call());
    for (const invented of ['/invented/1', '/invented/2', '/sessions/%2e%2e/x']) await organization.agent.get(invented);
    expect(await figure('backstop_http_request_duration_seconds_count', labels)).toBe(before + 3);
    expect(
      await figure('backstop_http_request_duration_seconds_count', { method: 'GET', route: 'none', status: '404' }),
    ).toBeGreaterThanOrEqual(3);
    const text = await scrape();
    for (const secret of [session, organization.id, organization.email, 'invented']) expect(text).not.toContain(secret);
    const { rows: known } = await rows.query('SELECT id FROM sessions WHERE organization_id = $1', [organization.id]);
    expect(known.length).toBeGreaterThan(0);
  });

  it('count problems by their code, what the rate limit refused among them', async () => {
    const limited = await startService({ METRICS_PORT: '0', RATE_LIMIT_MULTIPLIER: '1' });
    try {
      const url = await announced(limited);
      const anonymous = new Caller(limited, null);
      for (let knock = 0; knock < 63; knock++) await anonymous.post('/auth/token', { apiKey: 'not a key' });
      const text = await (await fetch(url)).text();
      expect(text).toContain('backstop_problems_total{code="rate-limited"} 3');
      expect(text).toMatch(/backstop_problems_total\{code="unauthenticated"\} 60/);
    } finally {
      await limited.stop();
    }
  });

  it('report the size of the ledger’s batches and how long they took', async () => {
    const session = await newSession(organization.agent);
    const statement = { statement: 'clear_actions' };
    const [items, batches] = [
      (await figure('backstop_ledger_batch_items_sum', statement)) ?? 0,
      (await figure('backstop_ledger_batch_items_count', statement)) ?? 0,
    ];
    await Promise.all(
      Array.from({ length: 40 }, () => organization.agent.post(`/sessions/${session}/actions`, call())),
    );
    expect(await figure('backstop_ledger_batch_items_sum', statement)).toBe(items + 40);
    const ran = ((await figure('backstop_ledger_batch_items_count', statement)) ?? 0) - batches;
    expect(ran).toBeGreaterThanOrEqual(1);
    expect(ran).toBeLessThan(40);
    expect(await figure('backstop_ledger_batch_duration_seconds_count', statement)).toBe(batches + ran);
  });

  it('report that an organization whose ask met another state shares no short batch for a second, and all others do', async () => {
    const { agent } = await newOrganization(service);
    const session = await newSession(agent);
    const ask = (key?: string) => agent.post(`/sessions/${session}/actions`, call(), key);
    const items = async (statement: string) => (await figure('backstop_ledger_batch_items_sum', { statement })) ?? 0;
    const key = unique('key');
    const first = await ask(key);
    const [short, general] = [await items('clear_actions'), await items('record_actions')];
    const neighbour = (await newOrganization(service)).agent;
    const theirs = await newSession(neighbour);
    const asked = { by: 0, beside: 0 };
    const contradicted = async () => {
      const beside = Array.from({ length: 8 }, () => neighbour.post(`/sessions/${theirs}/actions`, call()));
      expect((await ask(key)).body.data.id).toBe(first.body.data.id);
      expect((await ask()).status).toBe(201);
      expect((await Promise.all(beside)).map(({ status }) => status)).toEqual(beside.map(() => 201));
      asked.by += 2;
      asked.beside += beside.length;
      return items('record_actions');
    };
    expect(await eventually(contradicted, (now) => now > general)).toBeGreaterThan(general);
    expect((await items('record_actions')) - general).toBeLessThan(asked.by);
    const before = await items('clear_actions');
    expect(before - short).toBeGreaterThan(asked.beside);
    const later = async () => {
      expect((await ask()).status).toBe(201);
      return items('clear_actions');
    };
    expect(await eventually(later, (now) => now > before)).toBeGreaterThan(before);
  });

  it('report batches that asks and confirmations share, and how many calls wait', async () => {
    const session = await newSession(organization.agent);
    const statement = { statement: 'clear_and_confirm' };
    const shared = () => figure('backstop_ledger_batch_items_sum', statement);
    const before = (await shared()) ?? 0;
    for (let turn = 0; turn < 10 && ((await shared()) ?? 0) === before; turn++) {
      const actions = await Promise.all(Array.from({ length: 8 }, () => logged(organization.agent, session)));
      await Promise.all(
        actions.flatMap((action) => [
          logged(organization.agent, session),
          organization.agent.patch(`/sessions/${session}/actions/${action}`, { status: 'SUCCESS' }),
        ]),
      );
    }
    expect(await shared()).toBeGreaterThan(before + 1);
    expect(await figure('backstop_ledger_waiting', statement)).toBe(0);
  });

  it('report who waits for an approval, and how the connections are used', async () => {
    const { approvalId } = await gated(organization.agent, await newSession(organization.agent));
    const held = [1, 2].map(() => organization.agent.get(`/approvals/${approvalId}?wait=25`));
    expect(
      await eventually(
        () => figure('backstop_held_requests'),
        (value) => value === 2,
      ),
    ).toBe(2);
    const waiting = await eventually(
      () => figure('backstop_database_connections', { pool: 'statements', state: 'waiting' }),
      (value) => value === 0,
    );
    expect(waiting).toBe(0);
    const idle = await eventually(
      () => figure('backstop_database_connections', { pool: 'transactions', state: 'idle' }),
      (value) => Number(value) >= 1,
    );
    expect(idle).toBeGreaterThanOrEqual(1);
    await organization.operator.post(`/approvals/${approvalId}/approve`);
    await Promise.all(held);
    expect(await figure('backstop_held_requests')).toBe(0);
  });
});

describe('the log', () => {
  it('reports that few files are left, also when the check itself gets none, and that there are enough again', async () => {
    const crowded = await startService({ LOG_LEVEL: 'info' });
    const files = () => readdirSync(`/proc/${crowded.pid}/fd`).length;
    const allow = (most: number) => execFileSync('prlimit', ['--pid', String(crowded.pid), `--nofile=${most}:`]);
    const said = (words: string) => crowded.output.filter((line) => line.includes(words)).length;
    const says = (words: string, times: number) =>
      eventually(
        () => said(words),
        (count) => count >= times,
        30_000,
      );
    try {
      allow(Math.floor(files() * 1.2));
      expect(await says('few files are left', 1)).toBe(1);
      allow(1_000);
      expect(await says('enough files are left again', 1)).toBe(1);
      allow(3);
      expect(await says('few files are left', 2)).toBe(2);
    } finally {
      allow(1_000);
      await crowded.stop();
    }
  });
});

describe('a process without METRICS_PORT', () => {
  it('announces nothing', async () => {
    const quiet = await startService();
    await quiet.stop();
    expect(quiet.output.join('\n')).not.toContain('metrics');
  });
});

describe('a port that is taken', () => {
  it('stops the boot', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    await expect(startService({ METRICS_PORT: String(port) })).rejects.toThrow('EADDRINUSE');
    other.close();
  });
});
