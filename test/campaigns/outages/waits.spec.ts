import { Backstop } from '../../../sdk/src/index.js';
import { governedCrm } from '../../../sdk/test/support/crm.js';
import { newOrganization } from '../../support/client.js';
import { freePort } from '../../support/free-port.mjs';
import { eventually, patience } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';

const POLL_MS = 1000;
/** A timer of Node counts from when its turn of the loop began, which is a little before it was set. */
const LEAST_PAUSE_MS = 0.9 * POLL_MS;

/** A call that waits for its approval, at a service that can be killed and started again. */
async function waiting(gatewayAnswer: (() => Response) | null = null) {
  const port = await freePort();
  let service = await startService({ PORT: String(port) });
  const organization = await newOrganization(service);
  const polls: number[] = [];
  const backstop = new Backstop({
    baseUrl: service.url,
    apiKey: organization.agent.credential ?? '',
    outbox: false,
    fetch: async (input, init) => {
      if (!String(input).includes('/approvals/')) return fetch(input, init);
      polls.push(performance.now());
      return gatewayAnswer && polls.length < 4 ? gatewayAnswer() : fetch(input, init);
    },
  });
  const session = await backstop.createSession({ agentId: 'crm-bot', intent: 'look after contacts' });
  const crm = governedCrm(session, { requiresApproval: ['*'], pollIntervalMs: POLL_MS, timeoutMs: patience(12_000) });
  const called = crm.call('delete', { id: 1 });
  called.catch(() => undefined);
  const approval = async (): Promise<string> => {
    const open = async () => (await organization.operator.get('/approvals')).body.data;
    return (await eventually(open, ({ length }) => length > 0))[0].id;
  };
  return {
    crm,
    called,
    polls,
    approval,
    operator: organization.operator,
    kill: () => service.kill('SIGKILL'),
    restart: async () => {
      service = await startService({ PORT: String(port) });
    },
    stop: () => service.stop(),
    shortestPause: () => Math.min(...polls.slice(1).map((time, index) => time - (polls[index] ?? 0))),
  };
}

describe('waiting for an approval', () => {
  it.each(['approve', 'reject'])(
    'survives a restart of the service, and ends with its decision to %s',
    async (verb) => {
      const wait = await waiting();
      try {
        const approval = await wait.approval();
        expect(await eventually(() => wait.polls.length)).toBeGreaterThan(0);
        await wait.kill();
        await new Promise((resolve) => setTimeout(resolve, 2 * POLL_MS));
        expect(wait.crm.ran).toEqual([]);
        await wait.restart();
        expect((await wait.operator.post(`/approvals/${approval}/${verb}`)).status).toBe(200);
        if (verb === 'approve') await wait.called;
        else await expect(wait.called).rejects.toMatchObject({ name: 'ApprovalRejectedError' });
        expect(wait.crm.ran).toEqual(verb === 'approve' ? [{ id: 1 }] : []);
        expect(wait.polls.length).toBeGreaterThan(2);
        expect(wait.shortestPause()).toBeGreaterThanOrEqual(LEAST_PAUSE_MS);
      } finally {
        await wait.stop();
      }
    },
  );

  it('does not ask more often while a gateway answers at once in its place', async () => {
    const wait = await waiting(() => new Response('<html>', { status: 503 }));
    try {
      const approval = await wait.approval();
      await wait.operator.post(`/approvals/${approval}/approve`);
      await wait.called;
      expect(wait.polls).toHaveLength(4);
      expect(wait.shortestPause()).toBeGreaterThanOrEqual(LEAST_PAUSE_MS);
    } finally {
      await wait.stop();
    }
  });
});
