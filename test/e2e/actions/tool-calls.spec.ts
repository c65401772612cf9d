import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { call, errorOf, expectConsistent, logged, rows } from '../../support/ledger.js';

let organization: Organization;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  session = await newSession(organization.agent);
});
afterAll(() => rows.end());

const ask = (toolCallId: unknown, more: object = {}, key?: string) =>
  organization.agent.post(`/sessions/${session}/actions`, call({ toolCallId, ...more }), key);
const shown = async () =>
  (await organization.operator.get(`/sessions/${session}/actions`)).body.data.map(
    ({ toolCallId }: { toolCallId: string | null }) => toolCallId,
  );

/** Names with the characters that have a meaning in an array literal, in JSON or in SQL. */
const NAMES = ['call_1', 'NULL', 'null', '{a,b}', '"', '\\', "'; --", 'a\n\tb', '⟦‮', '🛠'.repeat(100), ' '];

describe('toolCallId of POST /sessions/:id/actions', () => {
  it.each([
    ['an ask that nothing stands in the way of', {}],
    ['an ask that waits for a person', { status: 'PENDING_APPROVAL' }],
    ['a report', { status: 'SUCCESS' }],
  ])('is kept as it was sent, with %s, and answered and read', async (_, more) => {
    for (const name of NAMES) expect((await ask(name, more)).body.data.toolCallId).toBe(name);
    expect((await ask(undefined, more)).body.data.toolCallId).toBeNull();
    expect(await shown()).toEqual([...NAMES, null]);
    await expectConsistent(session);
  });

  it('is kept for each of many calls at once, of which some have none', async () => {
    const names = Array.from({ length: 40 }, (_, n) => (n % 3 === 0 ? undefined : `call "${n}", \\`));
    const answers = await Promise.all(names.map((name) => ask(name, { payload: { name: name ?? null } })));
    expect(answers.map(({ body }) => body.data.toolCallId)).toEqual(names.map((name) => name ?? null));
    const { data } = (await organization.operator.get(`/sessions/${session}/actions`)).body;
    for (const one of data) expect(one.toolCallId).toBe(one.payload.name);
  });

  it('belongs to the request that an Idempotency-Key stands for', async () => {
    const first = await ask('call_1', {}, 'one');
    const again = await ask('call_1', {}, 'one');
    expect([again.body.data.id, again.body.data.toolCallId]).toEqual([first.body.data.id, 'call_1']);
    expect(errorOf(await ask('call_2', {}, 'one'))).toBe('idempotency-conflict');
  });

  it('returns 400 for a value that is not a text of 1 to 255 characters', async () => {
    for (const name of ['', 'x'.repeat(256), 7, null, ['call_1']]) {
      const { status } = await ask(name);
      expect([name, status]).toEqual([name, 400]);
    }
    expect((await ask('x'.repeat(255))).status).toBe(201);
  });
});

describe('traceparent of POST /sessions/:id/actions', () => {
  const TRACE = `00-${'ab'.repeat(16)}-${'12'.repeat(8)}-01`;

  it('is kept, with every verdict, and read; 400 for what is no traceparent of version 00', async () => {
    for (const more of [{}, { status: 'PENDING_APPROVAL' }, { status: 'SUCCESS' }]) {
      const { body } = await ask('call_1', { ...more, traceparent: TRACE });
      expect(body.data.traceparent).toBe(TRACE);
    }
    const read = (await organization.operator.get(`/sessions/${session}/actions`)).body.data;
    expect(read.map(({ traceparent }: { traceparent: string }) => traceparent)).toEqual([TRACE, TRACE, TRACE]);
    const wrong = ['', TRACE.toUpperCase(), `ff${TRACE.slice(2)}`, TRACE.replace(/ab/g, '00'), `${TRACE}-x`, null];
    for (const traceparent of wrong)
      expect([traceparent, (await ask('a', { traceparent })).status]).toEqual([traceparent, 400]);
    await expectConsistent(session);
  });
});

describe('noLonger of GET /sessions/:id/rollback', () => {
  const read = (by = organization.agent) => by.get(`/sessions/${session}/rollback`);

  it("lists an agent's calls that were undone, by a rollback and by hand, and lists none for an operator", async () => {
    const { agent, operator } = organization;
    const [undone, byHand, kept] = [
      await logged(agent, session, { status: 'SUCCESS', toolCallId: 'call_1' }),
      await logged(agent, session, { status: 'SUCCESS' }),
      await logged(agent, session, { status: 'SUCCESS', toolCallId: 'call_3' }),
    ];
    expect((await read()).body.data).toMatchObject({ state: 'planned', noLonger: [] });
    // A connector has proved these; the session's figures are the subject of another test.
    await rows.query("UPDATE actions SET status = 'ROLLED_BACK' WHERE id = $1", [undone]);
    for (const [id, as] of [
      [byHand, 'undone'],
      [kept, 'kept'],
    ])
      await operator.post(`/sessions/${session}/actions/${id}/settle`, { as, note: 'Seen at the provider.' });
    const apiName = 'crm.customer.update';
    const noLonger = [
      { actionId: undone, toolCallId: 'call_1', apiName },
      { actionId: byHand, toolCallId: null, apiName },
    ];
    expect((await read()).body.data).toMatchObject({ state: 'planned', noLonger });
    expect((await read(operator)).body.data).not.toHaveProperty('noLonger');
    await rows.query("UPDATE actions SET status = 'SUCCESS' WHERE id = $1", [undone]);
  });

  it('is in the report of its own rollback, and is hidden from another organization', async () => {
    await logged(organization.agent, session, { status: 'SUCCESS' });
    const { body } = await organization.agent.post(`/sessions/${session}/rollback`, {});
    expect(body.data).toMatchObject({ state: 'finished', noLonger: [] });
    const stranger = await newOrganization();
    expect(errorOf(await read(stranger.agent))).toBe('not-found');
  });
});
