import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, errorOf } from '../../support/ledger.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});

const log = (more: object, key?: string) =>
  organization.agent.post(`/sessions/${session}/actions`, call({ violation: 'ungated', ...more }), key);
const actions = async () => (await organization.operator.get(`/sessions/${session}`)).body.data.actions;

describe('a report that says that the call ran without asking', () => {
  it.each(['SUCCESS', 'FAILED'])('of a call that ended in %s is recorded as ungated', async (status) => {
    const answer = await log({ status, response: { id: 7 } });
    expect(answer.status).toBe(201);
    expect(await actions()).toMatchObject([{ status, violation: 'ungated', response: { id: 7 } }]);
  });

  it.each([
    ['BLOCK', 403, 'blocked'],
    ['REQUIRE_APPROVAL', 201, 'unapproved'],
    ['ALLOW', 201, 'ungated'],
  ])(
    'is evaluated by policies like any other: %s answers %i and records it as %s',
    async (action, status, violation) => {
      await organization.operator.post('/policies', { apiNamePattern: 'crm.*', action });
      expect((await log({ status: 'SUCCESS' })).status).toBe(status);
      expect(await actions()).toMatchObject([{ status: 'SUCCESS', violation }]);
    },
  );

  it('is recorded once, however often it is sent', async () => {
    const [first, second] = [await log({ status: 'SUCCESS' }, 'key'), await log({ status: 'SUCCESS' }, 'key')];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await actions()).toHaveLength(1);
  });

  it.each([
    { violation: 'ungated' },
    { violation: 'ungated', status: 'CLEARED' },
    { violation: 'ungated', status: 'PENDING_APPROVAL' },
    { violation: 'blocked', status: 'SUCCESS' },
    { violation: null, status: 'SUCCESS' },
  ])('refuses other values: %p changes nothing', async (more) => {
    const answer = await log(more);
    expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
    const fields = answer.body.error.errors.map(({ field }: { field: string }) => field);
    expect([...new Set(fields)]).toEqual(['violation']);
    expect(await actions()).toEqual([]);
  });
});
