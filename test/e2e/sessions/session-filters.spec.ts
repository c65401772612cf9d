import { type Caller, newOrganization, newSession, type Organization, serviceB, unique } from '../../support/client.js';
import { errorOf, expectConsistent, gated, logged, rows } from '../../support/ledger.js';

let organization: Organization;
let operator: Caller;
let agent: Caller;
beforeEach(async () => {
  organization = await newOrganization();
  ({ operator, agent } = organization);
});
afterAll(() => rows.end());

async function listed(query: string, caller = operator): Promise<string[]> {
  const { status, body } = await caller.get(`/sessions?${query}`);
  expect([status, body.error]).toEqual([200, null]);
  return body.data.map(({ id }: { id: string }) => id);
}

const open = async (agentId: string, intent: string): Promise<string> =>
  (await agent.post('/sessions', { agentId, intent })).body.data.id;

/** All pages that the Link headers lead to, and how many there were. */
async function walked(query: string): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let pages = 0;
  for (let path: string | undefined = `/sessions?${query}`; path; pages++) {
    const { body, headers } = await operator.get(path);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return { ids, pages };
}

describe('the list of sessions', () => {
  it('shows those of one agent', async () => {
    const [one, other] = [unique('agent'), unique('agent')];
    const ids = [await open(one, 'x'), await open(other, 'x'), await open(one, 'x')];
    expect(await listed(`agentId=${one}`)).toEqual([ids[2], ids[0]]);
    expect(await listed('agentId=absent')).toEqual([]);
  });

  it('shows those in which a policy blocked a call, with the number of such calls, and says why on the call', async () => {
    await operator.post('/policies', { apiNamePattern: 'mail.*', action: 'BLOCK', reason: 'No mail from here.' });
    await newSession(agent);
    const blocked = await newSession(agent);
    const send = { apiName: 'mail.messages.send', operationType: 'EXECUTE', payload: {} };
    for (const _ of [1, 2]) expect((await agent.post(`/sessions/${blocked}/actions`, send)).status).toBe(403);
    expect(await listed('blocked=true')).toEqual([blocked]);
    const { actions, counters } = (await operator.get(`/sessions/${blocked}`)).body.data;
    expect(counters).toMatchObject({ blocked: 2 });
    expect(actions[0].policy).toMatchObject({ decision: 'BLOCK', reason: 'No mail from here.' });
  });

  it('shows those with a display status, whatever made it', async () => {
    const active = await newSession(agent);
    const completed = await newSession(agent);
    await agent.patch(`/sessions/${completed}`, { status: 'COMPLETED' });
    const waiting = await newSession(agent);
    const { approvalId } = await gated(agent, waiting);
    const failed = await newSession(agent);
    await logged(agent, failed, { status: 'SUCCESS' });
    await operator.post(`/sessions/${failed}/rollback`);
    const reverted = await newSession(organization.testAgent);
    await logged(organization.testAgent, reverted, { status: 'SUCCESS' });
    await operator.post(`/sessions/${reverted}/rollback`);
    expect(await listed('status=ACTIVE')).toEqual([active]);
    expect(await listed('status=COMPLETED')).toEqual([completed]);
    expect(await listed('status=AWAITING_APPROVAL')).toEqual([waiting]);
    expect(await listed('status=ROLLBACK_FAILED')).toEqual([failed]);
    expect(await listed('status=REVERTED')).toEqual([reverted]);
    await operator.post(`/approvals/${approvalId}/reject`, {});
    expect(await listed('status=ACTIVE')).toEqual([waiting, active]);
    await expectConsistent(active, completed, waiting, failed, reverted);
  });

  it('shows those that are dirty, or those that are not, from the moment that they are', async () => {
    const [clean, session] = [await newSession(agent), await newSession(agent)];
    const { actionId, approvalId } = await gated(agent, session);
    expect(await listed('dirty=false')).toEqual([session, clean]);
    await operator.post(`/approvals/${approvalId}/approve`, {});
    expect([await listed('dirty=true'), await listed('dirty=false')]).toEqual([[session], [clean]]);
    await agent.patch(`/sessions/${session}/actions/${actionId}`, { status: 'FAILED' });
    expect([await listed('dirty=true'), await listed('dirty=false')]).toEqual([[], [session, clean]]);
    await expectConsistent(session, clean);
  });

  it('shows those with a verdict of the evaluation', async () => {
    const [session, other] = [await newSession(agent), await newSession(agent)];
    const { body } = await operator.get(`/sessions/${session}/intent`);
    await rows.query(
      `INSERT INTO session_intents (session_id, organization_id, evaluator, progress, verdict, drift_score)
       VALUES ($1, $2, 'x', '{}', 'DRIFTED', 1) ON CONFLICT (session_id, organization_id) DO UPDATE SET verdict = 'DRIFTED'`,
      [other, organization.id],
    );
    expect(await listed('drift=DRIFTED')).toEqual([other]);
    expect(await listed(`drift=${body.data.verdict}`)).toEqual([session]);
  });

  const update = (table: string, more = {}) => ({
    apiName: 'postgres.rows.update',
    operationType: 'UPDATE',
    payload: { table, match: { id: 43 }, values: { credit: 1 } },
    ...more,
  });

  it('shows those with a call that acts on a target, by table with or without its schema, and by key, in any case', async () => {
    const [one, other] = [await newSession(agent), await newSession(agent)];
    await logged(agent, one, update('public.customers'));
    await logged(agent, other, update('orders', { status: 'SUCCESS' }));
    for (const target of ['customers', 'public.customers', 'CUSTOMERS']) {
      expect([target, await listed(`target=${target}`)]).toEqual([target, [one]]);
    }
    expect(await listed('target=43')).toEqual([other, one]);
    expect(await walked('target=43&limit=1')).toEqual({ ids: [other, one], pages: 2 });
    expect(await listed('target=custom')).toEqual([]);
    expect(await listed(`target=customers&agentId=absent`)).toEqual([]);
    expect(await listed('target=orders&text=orders')).toEqual([]);
    expect(await listed('target=orders&text=POSTGRES')).toEqual([other]);
  });

  it('does not count reads, blocked calls and calls that were not recorded as acting on a target', async () => {
    await operator.post('/policies', { apiNamePattern: 'postgres.rows.delete', action: 'BLOCK' });
    const session = await newSession(agent);
    const blocked = { ...update('customers'), apiName: 'postgres.rows.delete', operationType: 'DELETE' };
    expect((await agent.post(`/sessions/${session}/actions`, blocked)).status).toBe(403);
    await logged(agent, session, { apiName: 'crm.customer.read', operationType: 'READ', payload: { id: 'c-7' } });
    await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    expect(errorOf(await agent.post(`/sessions/${session}/actions`, update('orders')))).toBe('session-closed');
    for (const target of ['customers', 'c-7', 'orders']) expect(await listed(`target=${target}`)).toEqual([]);
    await logged(agent, await newSession(agent), { apiName: 'crm.customer.update', payload: { id: 'c-7' } });
    expect(await listed('target=c-7')).toHaveLength(1);
  });

  it('shows those whose call was edited to act on a target before it was approved', async () => {
    await operator.post('/policies', { apiNamePattern: 'postgres.*', action: 'REQUIRE_APPROVAL' });
    const session = await newSession(agent);
    const { body } = await agent.post(`/sessions/${session}/actions`, update('orders'));
    const payload = { table: 'customers', match: { id: 43 }, values: { credit: 1 } };
    const approved = await operator.post(`/approvals/${body.data.approval.id}/approve`, { payload });
    expect([approved.status, approved.body.error]).toEqual([200, null]);
    expect(await listed('target=customers')).toEqual([session]);
  });

  it('states of each whether it is dirty, its verdict and its connectors, and shows those with a connector', async () => {
    const [session, other] = [await newSession(agent), await newSession(agent)];
    await logged(agent, session, update('orders'));
    await logged(agent, session, {
      apiName: 'slack.chat.postMessage',
      operationType: 'CREATE',
      payload: { channel: 'C1', text: 'x' },
    });
    await logged(agent, other, { apiName: 'crm.customer.update' });
    await operator.get(`/sessions/${session}/intent`);
    const told = async () =>
      (await operator.get('/sessions')).body.data.map(({ dirty, drift, connectors }: Record<string, unknown>) => ({
        dirty,
        drift: drift !== null,
        connectors,
      }));
    expect(await told()).toEqual([
      { dirty: false, drift: expect.any(Boolean), connectors: [] },
      { dirty: false, drift: true, connectors: ['postgres', 'slack'] },
    ]);
    expect(await listed('connector=slack')).toEqual([session]);
    expect(await listed('connector=slack&target=orders')).toEqual([session]);
    expect(await listed('connector=stripe')).toEqual([]);
  });

  it('shows those of a user, with a label, with a tool call, and of a trace', async () => {
    const of = async (more: object) =>
      (await agent.post('/sessions', { agentId: 'a', intent: 'x', ...more })).body.data.id;
    const ada = await of({ onBehalfOf: 'ada@example.com', labels: { tier: 'gold', region: 'eu:west' } });
    const eve = await of({ onBehalfOf: 'eve@example.com', labels: { tier: 'silver', region: 'gold' } });
    const neither = await of({});
    const traceparent = `00-${'ab'.repeat(16)}-${'12'.repeat(8)}-01`;
    await logged(agent, eve, { toolCallId: 'call_1', traceparent });
    await logged(agent, neither, { status: 'SUCCESS', traceparent });
    expect(await listed('onBehalfOf=ada%40example.com')).toEqual([ada]);
    expect(await listed('onBehalfOf=ADA%40example.com')).toEqual([]);
    expect(await listed('label=tier:gold')).toEqual([ada]);
    expect(await listed('label=region:eu:west')).toEqual([ada]);
    expect(await listed('label=tier:silver&onBehalfOf=ada%40example.com')).toEqual([]);
    expect(await listed('toolCallId=call_1')).toEqual([eve]);
    expect(await listed(`traceId=${'ab'.repeat(16)}`)).toEqual([neither, eve]);
    expect(await walked(`traceId=${'ab'.repeat(16)}&limit=1`)).toEqual({ ids: [neither, eve], pages: 2 });
    expect(await listed(`traceId=${'ba'.repeat(16)}`)).toEqual([]);
    for (const wrong of ['label=tier', 'label=:gold', 'traceId=ab', 'onBehalfOf='])
      expect([wrong, (await operator.get(`/sessions?${wrong}`)).status]).toEqual([wrong, 400]);
    const other = await newOrganization();
    for (const query of ['onBehalfOf=ada%40example.com', 'label=tier:gold', 'toolCallId=call_1'])
      expect(await listed(query, other.operator)).toEqual([]);
  });

  it('says how far a search for a text has looked', async () => {
    const [first] = [await open('a', 'Refund'), await open('a', 'b')];
    const { headers, body } = await operator.get('/sessions?text=refund');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([first]);
    expect(headers.get('searched-to')).toBe(body.data[0].createdAt);
    expect((await operator.get('/sessions')).headers.get('searched-to')).toBeNull();
  });

  it('shows those that were opened in a time, page by page, in the order of that', async () => {
    const ids: string[] = [];
    for (let day = 1; day <= 5; day++) {
      const id = await newSession(agent);
      // The clock of the process that made an id may differ from the database's.
      await rows.query('UPDATE sessions SET created_at = $2 WHERE id = $1', [id, `2026-03-0${6 - day}T12:00:00Z`]);
      ids.push(id);
    }
    const time = 'since=2026-03-02T12:00:00Z&until=2026-03-05T12:00:00Z';
    expect(await listed(time)).toEqual([ids[1], ids[2], ids[3]]);
    expect(await walked(`${time}&limit=1`)).toEqual({ ids: [ids[1], ids[2], ids[3]], pages: 3 });
    expect(await listed(`until=${encodeURIComponent('2026-03-01T14:00:00+01:00')}`)).toEqual([ids[4]]);
  });

  it('finds a text in the intent or in the name of a call, in any case, as it stands', async () => {
    const [refund, mail, other] = [await open('a', 'Refund 100% of it'), await open('a', 'b'), await open('a', 'c')];
    await logged(agent, mail, { apiName: 'Mail.Messages.Send' });
    await logged(agent, other, { apiName: 'crm.customer.update' });
    expect(await listed('text=refund')).toEqual([refund]);
    expect(await listed(`text=${encodeURIComponent('100%')}`)).toEqual([refund]);
    expect(await listed(`text=${encodeURIComponent('1%0')}`)).toEqual([]);
    expect(await listed('text=mail.messages')).toEqual([mail]);
    expect(await walked('text=CUSTOMER')).toEqual({ ids: [other], pages: 1 });
  });

  it('shows what fits all filters, and pages through it', async () => {
    const slug = unique('agent');
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift(await open(slug, count === 2 ? 'else' : 'the same'));
    await open('other', 'the same');
    const fitting = ids.filter((_, index) => index !== 2);
    const query = `agentId=${slug}&status=ACTIVE&dirty=false&since=2026-01-01T00:00:00Z&text=same`;
    expect(await listed(query)).toEqual(fitting);
    expect((await walked(`${query}&limit=2`)).ids).toEqual(fitting);
    expect((await walked(`agentId=${slug}&limit=2`)).ids).toEqual(ids);
  });

  it('shows nothing of another organization, whichever filter is asked for', async () => {
    const session = await open('shared', 'needle');
    await logged(agent, session, update('needles'));
    await rows.query(
      `INSERT INTO session_intents (session_id, organization_id, evaluator, progress, verdict, drift_score)
       VALUES ($1, $2, 'x', '{}', 'DRIFTED', 1) ON CONFLICT (session_id, organization_id) DO UPDATE SET verdict = 'DRIFTED'`,
      [session, organization.id],
    );
    const stranger = await newOrganization();
    const queries = [
      'agentId=shared',
      'status=ACTIVE',
      'dirty=false',
      'drift=DRIFTED',
      'since=2026-01-01T00:00:00Z',
      'text=needle',
      'target=needles',
      'connector=postgres',
    ];
    for (const query of queries) {
      expect(await listed(query)).toEqual([session]);
      expect(await listed(query, stranger.operator)).toEqual([]);
    }
  });

  it('refuses a filter that means nothing, and an agent', async () => {
    const queries = [
      'status=OPEN',
      'dirty=perhaps',
      'drift=x',
      'since=yesterday',
      'until=2026-02-30T00:00:00Z',
      'text=',
      'target=',
      'cursor=x',
      'agent=a',
    ];
    for (const query of queries) {
      expect([query, errorOf(await operator.get(`/sessions?${query}`))]).toEqual([query, 'validation-failed']);
    }
    expect(errorOf(await agent.get('/sessions?dirty=true'))).toBe('operator-required');
  });
});

describe('a list of sessions that a client waits for', () => {
  const wait = (query: string, tag: string, seconds: number, caller = operator) =>
    caller.request('GET', `/sessions?${query}&wait=${seconds}`, { headers: { 'if-none-match': tag } });
  const tagOf = async (query: string): Promise<string> =>
    (await operator.get(`/sessions?${query}`)).headers.get('etag') ?? '';

  it('is answered when it changes, by either process, and not for what it does not show', async () => {
    const session = await newSession(agent);
    const [all, dirty] = [await tagOf(''), await tagOf('dirty=true')];
    const waits = wait('', all, 50, operator.at(serviceB));
    const waitsForDirt = wait('dirty=true', dirty, 3);
    await logged(agent, session, { status: 'SUCCESS' });
    const answer = await waits;
    expect([answer.status, answer.body.data[0].counters.success]).toEqual([200, 1]);
    expect(answer.headers.get('etag')).toBe(await tagOf(''));
    expect((await waitsForDirt).status).toBe(304);
    const again = wait('dirty=true', dirty, 50);
    await agent.patch(`/sessions/${session}`, { status: 'COMPLETED' });
    await logged(agent, session, { status: 'SUCCESS' });
    expect((await again).body.data).toMatchObject([{ id: session }]);
  });

  it('is answered at once when the client knows another state, or says to wait for nothing', async () => {
    await newSession(agent);
    const tag = await tagOf('');
    expect((await wait('', tag, 0)).status).toBe(304);
    await newSession(agent);
    expect((await wait('', tag, 50)).body.data).toHaveLength(2);
    const text = await operator.get('/sessions?text=x');
    expect(text.headers.get('etag')).toBe(await tagOf('text=x'));
    expect(errorOf(await operator.get('/sessions?text=x&wait=1'))).toBe('validation-failed');
  });

  it('is of the own organization alone', async () => {
    const stranger = await newOrganization();
    const tag = await tagOf('');
    const waits = wait('', tag, 3);
    await newSession(stranger.agent);
    expect((await waits).status).toBe(304);
  });
});

describe("a session's actions in pages", () => {
  const page = (session: string, query = '', caller = operator) => caller.get(`/sessions/${session}/actions?${query}`);
  const numbers = ({ body }: { body: { data: { sequence: number }[] } }) => body.data.map(({ sequence }) => sequence);

  it('come as logged, with a Link while more follows, and as the whole session lists them', async () => {
    const session = await newSession(agent);
    for (let count = 0; count < 5; count++) await logged(agent, session, { status: 'SUCCESS' });
    const first = await page(session, 'limit=2');
    expect(numbers(first)).toEqual([1, 2]);
    expect(first.headers.get('link')).toBe(`</sessions/${session}/actions?limit=2&cursor=2>; rel="next"`);
    const last = await page(session, 'limit=2&cursor=4');
    expect([numbers(last), last.headers.get('link')]).toEqual([[5], null]);
    expect(numbers(await page(session, 'limit=2&cursor=3'))).toEqual([4, 5]);
    expect((await page(session, 'limit=2&cursor=3')).headers.get('link')).toBeNull();
    for (const caller of [agent, operator]) {
      const whole = await caller.get(`/sessions/${session}`);
      expect((await page(session, '', caller)).body.data).toEqual(whole.body.data.actions);
    }
    expect(numbers(await page(session, 'cursor=2147483647'))).toEqual([]);
  });

  it('follow a session that runs: each action once and in order, although many are logged at once', async () => {
    const session = await newSession(agent);
    const count = 120;
    const seen: number[] = [];
    let logging = true;
    const all = Promise.all(Array.from({ length: count }, () => logged(agent, session))).then(() => {
      logging = false;
    });
    for (let isOver = false; !isOver; ) {
      isOver = !logging;
      seen.push(...numbers(await page(session, `limit=7&cursor=${seen.at(-1) ?? 0}`)));
      if (isOver && seen.length < count) isOver = false;
    }
    await all;
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(numbers(await page(session, `cursor=${count}`))).toEqual([]);
    await logged(agent, session);
    expect(numbers(await page(session, `cursor=${count}`))).toEqual([count + 1]);
  });

  it('are those of a session that the caller may see', async () => {
    const session = await newSession(agent);
    await logged(agent, session);
    const stranger = await newOrganization();
    for (const caller of [stranger.operator, stranger.agent, organization.testAgent]) {
      expect(errorOf(await page(session, '', caller))).toBe('not-found');
    }
    for (const query of ['limit=0', 'limit=201', 'cursor=-1', 'cursor=x', 'after=1']) {
      expect([query, errorOf(await page(session, query))]).toEqual([query, 'validation-failed']);
    }
  });
});
