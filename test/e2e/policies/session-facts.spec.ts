import { newOrganization, newSession, type Organization, serviceA, serviceB } from '../../support/client.js';
import { call, errorOf, rows } from '../../support/ledger.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const policy = async (apiNamePattern: string, condition: object, action = 'BLOCK') => {
  const made = await organization.operator.post('/policies', { apiNamePattern, condition, action });
  expect(made.status).toBe(201);
};
async function asks(apiName: string, more: object = {}, service = serviceA, within = session): Promise<string> {
  const answer = await organization.agent.at(service).post(`/sessions/${within}/actions`, call({ apiName, ...more }));
  return errorOf(answer) ?? answer.body.data.status;
}

describe('session.did', () => {
  it('blocks what goes out once the session has read the inbox, in both processes, and in that session alone', async () => {
    await policy('slack.*', { field: 'session.did', operator: 'glob', value: 'gmail.messages.*' });
    expect(await asks('slack.messages.create')).toBe('CLEARED');
    expect(await asks('gmail.drafts.create')).toBe('CLEARED');
    expect(await asks('slack.messages.create', {}, serviceB)).toBe('CLEARED');
    expect(await asks('gmail.messages.list', { operationType: 'READ' })).toBe('CLEARED');
    for (const service of [serviceA, serviceB])
      expect(await asks('slack.messages.create', {}, service)).toBe('policy-blocked');
    const other = await newSession(organization.agent);
    expect(await asks('slack.messages.create', {}, serviceA, other)).toBe('CLEARED');
  });

  it('holds for a name in another case, and not for a call that was blocked, rejected or still waits', async () => {
    await policy('slack.*', { field: 'session.did', operator: 'eq', value: 'crm.contacts.list' });
    await policy('crm.*', { field: 'apiName', operator: 'exists', value: true }, 'REQUIRE_APPROVAL');
    await policy('crm.secrets.*', { field: 'apiName', operator: 'exists', value: true });
    expect(await asks('crm.secrets.list')).toBe('policy-blocked');
    const asked = await organization.agent.post(
      `/sessions/${session}/actions`,
      call({ apiName: 'crm.contacts.list', payload: { page: 1 } }),
    );
    expect(asked.body.data.status).toBe('PENDING_APPROVAL');
    expect(await asks('slack.messages.create')).toBe('CLEARED');
    const approved = await organization.operator.post(`/approvals/${asked.body.data.approval.id}/approve`);
    expect(approved.status).toBe(200);
    expect(await asks('slack.messages.create')).toBe('policy-blocked');
    const other = await newSession(organization.agent);
    await asks('CRM.Contacts.List', {}, serviceA, other);
    expect(await asks('slack.messages.create', {}, serviceA, other)).toBe('policy-blocked');
  });

  it('lets nothing out after the inbox was read, also where both are asked at once on two processes', async () => {
    await policy('slack.*', { field: 'session.did', operator: 'glob', value: 'gmail.messages.*' });
    const post = (within: string, apiName: string, service: typeof serviceA) =>
      organization.agent.at(service).post(`/sessions/${within}/actions`, call({ apiName }));
    const outcomes: string[] = [];
    for (let round = 0; round < 12; round++) {
      const within = await newSession(organization.agent);
      const [read, sent] = await Promise.all([
        post(within, 'gmail.messages.get', round % 2 ? serviceA : serviceB),
        post(within, 'slack.messages.create', serviceB),
      ]);
      expect(read.body.data.status).toBe('CLEARED');
      outcomes.push(errorOf(sent) ?? (sent.body.data.sequence < read.body.data.sequence ? 'before' : 'after'));
    }
    expect(outcomes.filter((one) => one !== 'policy-blocked' && one !== 'before')).toEqual([]);
  });

  it('is replayed by a simulation', async () => {
    for (const apiName of ['slack.a', 'gmail.a', 'slack.a', 'slack.a']) expect(await asks(apiName)).toBe('CLEARED');
    const condition = { field: 'session.did', operator: 'glob', value: 'gmail.*' };
    const draft = { apiNamePattern: 'slack.*', action: 'BLOCK', condition };
    const simulated = await organization.operator.post('/policies/simulate', draft);
    expect(simulated.body.data).toMatchObject({ matched: 2, blocked: { calls: 2 } });
  });
});

describe('session.calls', () => {
  it('counts the recorded calls of the session before this one', async () => {
    await policy('crm.*', { field: 'session.calls', operator: 'gte', value: 2 });
    expect(await asks('crm.a')).toBe('CLEARED');
    expect(await asks('mail.a')).toBe('CLEARED');
    expect(await asks('crm.a', {}, serviceB)).toBe('policy-blocked');
    expect(await asks('mail.a')).toBe('CLEARED');
  });

  it('is exact for callers on two processes at once', async () => {
    await policy('crm.*', { field: 'session.calls', operator: 'gte', value: 3 });
    const services = Array.from({ length: 16 }, (_, index) => (index % 2 ? serviceA : serviceB));
    const answers = await Promise.all(services.map((service, n) => asks('crm.a', { payload: { n } }, service)));
    expect(answers.filter((answer) => answer === 'CLEARED')).toHaveLength(3);
    expect(answers.filter((answer) => answer === 'policy-blocked')).toHaveLength(13);
  });
});

describe('time.hour and time.weekday', () => {
  it('read the time of the ask in the zone of the condition', async () => {
    const everyHour = Array.from({ length: 24 }, (_, hour) => hour);
    await policy('all.*', { field: 'time.hour', operator: 'in', value: everyHour, timeZone: 'Asia/Kathmandu' });
    const everyDay = [1, 2, 3, 4, 5, 6, 7];
    await policy('days.*', { field: 'time.weekday', operator: 'in', value: everyDay });
    await policy('none.*', {
      field: 'time.weekday',
      operator: 'not_in',
      value: everyDay,
      timeZone: 'America/St_Johns',
    });
    expect([await asks('all.a'), await asks('days.a'), await asks('none.a')]).toEqual([
      'policy-blocked',
      'policy-blocked',
      'CLEARED',
    ]);
  });
});
