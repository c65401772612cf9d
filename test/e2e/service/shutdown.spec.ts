import { once } from 'node:events';
import { connect } from 'node:net';
import { newOrganization, newSession } from '../../support/client.js';
import { freePort } from '../../support/free-port.mjs';
import { heldBy } from '../../support/held-polls.js';
import { withinASecond } from '../../support/ledger.js';
import { startService } from '../../support/service.mjs';

/** Together more log than a pipe holds. */
const LOGGED = 3_000;
const AT_ONCE = 50;

describe('SIGTERM', () => {
  it('answers who is held, finishes what is under way and ends the process', async () => {
    const metricsPort = await freePort();
    const service = await startService({ METRICS_PORT: String(metricsPort) });
    const { agent, operator } = await newOrganization(service);
    const session = await newSession(agent);
    const { approval } = (
      await agent.post(`/sessions/${session}/actions`, {
        apiName: 'crm.notes.add',
        operationType: 'CREATE',
        payload: {},
        status: 'PENDING_APPROVAL',
      })
    ).body.data;
    const held = operator.get(`/approvals/${approval.id}?wait=60`);
    const count = await withinASecond(
      () => heldBy(metricsPort),
      (held) => held === 1,
      15_000,
    );
    expect(count).toBe(1);
    const before = performance.now();
    await service.stop();
    expect(performance.now() - before).toBeLessThan(20_000);
    expect((await held).body.data).toMatchObject({ id: approval.id, status: 'PENDING' });
  });

  it('waits for no connection on which nothing was sent', async () => {
    const service = await startService();
    const silent = connect(Number(new URL(service.url).port), '127.0.0.1');
    silent.on('error', () => undefined);
    await once(silent, 'connect');
    const before = performance.now();
    await service.stop();
    expect(performance.now() - before).toBeLessThan(20_000);
  });

  it('ends the process also when the reader of its log has stopped', async () => {
    const service = await startService({ LOG_LEVEL: 'info' });
    service.stopReading();
    for (let sent = 0; sent < LOGGED; sent += AT_ONCE) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => fetch(`${service.url}/health`)));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    }
    await service.stop();
  }, 120_000);
});
