import { newOrganization, newSession } from '../support/client.js';
import { startService } from '../support/service.mjs';

describe('SIGTERM', () => {
  it('answers who is held, finishes what is under way and ends the process', async () => {
    const service = await startService();
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
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = performance.now();
    await service.stop();
    expect(performance.now() - before).toBeLessThan(5_000);
    expect((await held).body.data).toMatchObject({ id: approval.id, status: 'PENDING' });
  });
});
