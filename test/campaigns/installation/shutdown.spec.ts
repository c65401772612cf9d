import { once } from 'node:events';
import { connect } from 'node:net';
import { newOrganization, newSession } from '../../support/client.js';
import { freePort } from '../../support/free-port.mjs';
import { heldBy } from '../../support/held-polls.js';
import { eventually } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';
import { LONGEST_S, whileHeld } from '../../support/while-held.js';

/** Together more log than a pipe holds. */
const LOGGED = 3_000;
const CONCURRENT_CALLS = 50;

describe('SIGTERM', () => {
  it('answers held requests, finishes those under way and ends the process', async () => {
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
    const earlier = await whileHeld();
    const held = operator.get(`/approvals/${approval.id}?wait=${LONGEST_S}`);
    const count = await eventually(
      () => heldBy(metricsPort),
      (held) => held === 1,
    );
    expect(count).toBe(1);
    await service.stop();
    expect(earlier.isHeld()).toBe(true);
    earlier.end();
    expect((await held).body.data).toMatchObject({ id: approval.id, status: 'PENDING' });
  });

  it('waits for no connection on which nothing was sent', async () => {
    const service = await startService();
    const silent = connect(Number(new URL(service.url).port), '127.0.0.1');
    silent.on('error', () => undefined);
    await once(silent, 'connect');
    const meanwhile = await whileHeld();
    await service.stop();
    expect(meanwhile.isHeld()).toBe(true);
    meanwhile.end();
  });

  it('ends the process also when the reader of its log has stopped', async () => {
    const service = await startService({ LOG_LEVEL: 'info' });
    service.stopReading();
    for (let sent = 0; sent < LOGGED; sent += CONCURRENT_CALLS) {
      const answers = await Promise.all(Array.from({ length: CONCURRENT_CALLS }, () => fetch(`${service.url}/health`)));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    }
    await service.stop();
  });
});
