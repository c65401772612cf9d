import { writeFileSync } from 'node:fs';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { Backstop, wrap } from '../../../../sdk/src/index.js';
import { newOrganization, newSession } from '../../../support/client.js';
import { newCustomerDatabase } from '../../../support/customer-database.js';
import { newOwnDatabase } from '../../../support/own-database.js';
import { eventually } from '../../../support/patience.mjs';
import { newPool } from '../../../support/pool.js';
import { Receiver } from '../../../support/receiver.js';
import { startService } from '../../../support/service.mjs';
import { startCollector } from './collector.js';
import { asTree, pictureOf } from './picture.js';

/** Set to a path, the test writes its picture there: `docs/observability/trace.svg`. */
const { TRACE_PICTURE } = process.env;

/** An agent's application with OpenTelemetry, which sends its spans to the same collector. */
function newTracer(url: string) {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'agent' }),
    spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter({ url: `${url}/v1/traces` }))],
  });
  trace.setGlobalTracerProvider(provider);
  return { tracer: provider.getTracer('agent'), stop: () => provider.shutdown() };
}

async function approvedAndUndone(endpoint: string | null) {
  const [own, database, receiver] = await Promise.all([newOwnDatabase(), newCustomerDatabase(), Receiver.start()]);
  const service = await startService({
    DATABASE_URL: own.serviceUrl,
    LOG_LEVEL: 'info',
    ...(endpoint && { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
  });
  await database.pool.query(
    'CREATE TABLE customers (id int PRIMARY KEY, credit int); INSERT INTO customers VALUES (1, 10)',
  );
  const { agent, operator } = await newOrganization(service);
  await operator.put('/settings/credentials/postgres', { values: { connectionString: database.url } });
  await operator.post('/policies', { apiNamePattern: 'postgres.*', action: 'REQUIRE_APPROVAL' });
  await receiver.registered(operator, ['approval.requested']);
  const backstop = new Backstop({ baseUrl: service.url, apiKey: agent.credential ?? '', outbox: false });
  const session = await backstop.createSession({ agentId: 'crm-bot', intent: 'raise a credit' });
  const pool = wrap(newPool({ connectionString: database.url, max: 1 }), session, { connector: 'postgres' });
  const work = async () => {
    const update = pool.query('UPDATE customers SET credit = 99 WHERE id = 1');
    const open = async () => (await operator.get('/approvals')).body.data;
    const [approval] = await eventually(open, ({ length }) => length > 0);
    await operator.post(`/approvals/${approval.id}/approve`);
    await update;
    await session.flush();
    await operator.post(`/sessions/${session.id}/rollback`);
  };
  const end = async () => {
    const [asked] = await receiver.times(1);
    const { rows } = await database.pool.query('SELECT credit FROM customers');
    await pool.end();
    await service.stop();
    await receiver.stop();
    await Promise.all([own.drop(), database.drop()]);
    return { credit: rows[0].credit, webhook: asked?.headers ?? {}, log: service.output };
  };
  return { work, end };
}

describe('With OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('an approved and undone call is one trace, from the agent to the webhook and the undo, also in the log', async () => {
    const collector = await startCollector();
    const { tracer, stop } = newTracer(collector.url);
    const run = await approvedAndUndone(collector.url);
    const traceId = await tracer.startActiveSpan('raise a credit', async (span) => {
      await run.work();
      span.end();
      return span.spanContext().traceId;
    });
    const { credit, webhook, log } = await run.end();
    await stop();
    expect(credit).toBe(10);
    const tree = asTree(collector.spans.filter((span) => span.traceId === traceId));
    const names = tree.map(({ span }) => `${span.service} ${span.name}`);
    for (const name of [
      'agent raise a credit',
      'agent backstop postgres.rows.update',
      'backstop POST /sessions/:id/actions/precapture',
      'backstop postgres capture',
      'backstop POST /sessions/:id/actions',
      'backstop ask postgres.rows.update',
      'backstop GET /approvals/:id',
      'backstop send approval.requested',
      'backstop PATCH /sessions/:id/actions/:actionId',
      'backstop undo call',
      'backstop postgres undo',
    ])
      expect(names).toContain(name);
    // Every span of the trace hangs below the agent's.
    expect(tree.length).toBe(collector.spans.filter((span) => span.traceId === traceId).length);
    expect(String(webhook.traceparent)).toContain(traceId);
    expect(log.some((line) => line.includes(`"trace_id":"${traceId}"`) && line.includes('"answered"'))).toBe(true);
    const sent = JSON.stringify(collector.spans);
    expect(sent).not.toMatch(/bks_live_|credit = 99|postgres:\/\//);
    expect(
      collector.metrics.get('backstop_ledger_batch_duration_seconds')?.histogram?.dataPoints[0]?.bucketCounts.length,
    ).toBe(11);
    // Rules that alert on an absent or a draining process work with OTLP alone.
    for (const name of ['backstop_build_info', 'backstop_draining', 'process_cpu_user_seconds_total'])
      expect([name, collector.metrics.has(name)]).toEqual([name, true]);
    collector.stop();
    if (TRACE_PICTURE) writeFileSync(TRACE_PICTURE, pictureOf(tree.map(({ span }) => span)));
  });

  it('a call that the service makes is in the trace that its ask names, with the request to the provider', async () => {
    const [collector, own, database] = await Promise.all([startCollector(), newOwnDatabase(), newCustomerDatabase()]);
    const service = await startService({ DATABASE_URL: own.serviceUrl, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await database.pool.query('CREATE TABLE notes (id int PRIMARY KEY)');
    const { agent, operator } = await newOrganization(service);
    const values = { connectionString: database.url };
    await operator.put('/settings/credentials/postgres', { values, agentOperations: ['postgres.*'] });
    const traceId = 'ab'.repeat(16);
    const { body } = await agent.post(`/sessions/${await newSession(agent)}/actions?wait=25`, {
      apiName: 'postgres.rows.insert',
      payload: { table: 'notes', values: { id: 1 } },
      perform: true,
      traceparent: `00-${traceId}-${'12'.repeat(8)}-01`,
    });
    await service.stop();
    collector.stop();
    await Promise.all([own.drop(), database.drop()]);
    expect(body.data.status).toBe('SUCCESS');
    const names = collector.spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['ask postgres.rows.insert', 'perform call', 'postgres perform']));
  });

  it('and without it, nothing is traced, sent or added', async () => {
    const run = await approvedAndUndone(null);
    await run.work();
    const { credit, webhook, log } = await run.end();
    expect(credit).toBe(10);
    expect(webhook.traceparent).toBeUndefined();
    expect(log.some((line) => line.includes('trace_id'))).toBe(false);
  });
});
