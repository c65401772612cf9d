import {
  type Answer,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { call, errorOf, expectConsistent, rows, setPlan, tally } from '../../support/ledger.js';

/** The quota of a month on the plan PRO. */
const QUOTA = 50_000;

let organization: Organization;
let other: Organization;
beforeEach(async () => {
  [organization, other] = await Promise.all([newOrganization(serviceA), newOrganization(serviceA)]);
});
afterAll(() => rows.end());

const ask = ({ agent }: Organization, session: string, more: object = {}, key?: string): Promise<Answer> =>
  agent.post(`/sessions/${session}/actions`, call(more), key);

const confirm = ({ agent }: Organization, session: string, action: string, status = 'SUCCESS'): Promise<Answer> =>
  agent.patch(`/sessions/${session}/actions/${action}`, { status });

const sessionsOf = ({ agent }: Organization, count: number) =>
  Promise.all(Array.from({ length: count }, () => newSession(agent)));

async function sequencesOf(session: string): Promise<number[]> {
  const { rows: found } = await rows.query('SELECT sequence FROM actions WHERE session_id = $1 ORDER BY sequence', [
    session,
  ]);
  return found.map(({ sequence }) => sequence);
}

async function use({ id }: Organization, actions: number): Promise<void> {
  await rows.query(
    `INSERT INTO usage_months VALUES ($1, usage_month(), $2)
     ON CONFLICT (organization_id, month) DO UPDATE SET actions = excluded.actions`,
    [id, actions],
  );
}

async function usedBy({ id }: Organization): Promise<number> {
  const { rows: found } = await rows.query('SELECT actions::int FROM usage_months WHERE organization_id = $1', [id]);
  return found[0].actions;
}

describe('a single call', () => {
  it('that a policy holds waits for its approval', async () => {
    const policy = { apiNamePattern: 'crm.*', action: 'REQUIRE_APPROVAL' };
    expect((await organization.operator.post('/policies', policy)).status).toBe(201);
    const session = await newSession(organization.agent);
    const { status, body } = await ask(organization, session);
    expect([status, body.data.status, body.data.approval.status]).toEqual([201, 'PENDING_APPROVAL', 'PENDING']);
    await expectConsistent(session);
  });

  it('that the client itself holds waits for its approval, and is confirmed after it', async () => {
    const session = await newSession(organization.agent);
    const { data } = (await ask(organization, session, { status: 'PENDING_APPROVAL' })).body;
    expect((await organization.operator.post(`/approvals/${data.approval.id}/approve`, {})).status).toBe(200);
    const { status, body } = await confirm(organization, session, data.id);
    expect([status, body.data.status, body.data.approval.status, body.data.effectSequence]).toEqual([
      200,
      'SUCCESS',
      'APPROVED',
      1,
    ]);
    await expectConsistent(session);
  });

  it('takes its precapture, once', async () => {
    const session = await newSession(organization.agent);
    const { data } = (
      await organization.agent.post(`/sessions/${session}/actions/precapture`, {
        apiName: call().apiName,
        payload: call().payload,
      })
    ).body;
    const { status, body } = await ask(organization, session, { precaptureId: data.precaptureId });
    expect([status, body.data.precaptureId, body.data.snapshot]).toEqual([201, data.precaptureId, expect.anything()]);
    const again = await ask(organization, session, { precaptureId: data.precaptureId });
    expect([again.status, errorOf(again)]).toEqual([409, 'precapture-mismatch']);
    await expectConsistent(session);
  });

  it('is refused at exactly the quota, of which it uses nothing', async () => {
    await setPlan(organization.id, 'PRO');
    const session = await newSession(organization.agent);
    await use(organization, QUOTA - 1);
    expect((await ask(organization, session)).status).toBe(201);
    const refused = await ask(organization, session);
    expect([refused.status, errorOf(refused)]).toEqual([429, 'quota-exceeded']);
    expect(await usedBy(organization)).toBe(QUOTA);
    expect(await sequencesOf(session)).toEqual([1]);
    await expectConsistent(session);
  });

  it('makes an abandoned session active again', async () => {
    const session = await newSession(organization.agent);
    await rows.query("UPDATE sessions SET status = 'ABANDONED' WHERE id = $1", [session]);
    expect((await ask(organization, session)).status).toBe(201);
    expect((await organization.agent.get(`/sessions/${session}`)).body.data.status).toBe('ACTIVE');
    await expectConsistent(session);
  });
});

/** A text that is too large for the answer of a batch, in the payload and in the response. */
const LARGE = 'l'.repeat(200_000);

describe('a large call', () => {
  it('is answered whole when it is asked, repeated, confirmed, and confirmed again', async () => {
    const session = await newSession(organization.agent);
    const more = { payload: { id: 7, text: LARGE } };
    const key = unique('key');
    const first = (await ask(organization, session, more, key)).body.data;
    expect(first.payload).toEqual(more.payload);
    for (let turn = 0; turn < 3; turn++) expect((await ask(organization, session, more, key)).body.data).toEqual(first);
    const response = { id: 7, text: LARGE };
    const path = `/sessions/${session}/actions/${first.id}`;
    const { data } = (await organization.agent.patch(path, { status: 'SUCCESS', response })).body;
    expect(data).toEqual({ ...first, status: 'SUCCESS', response, effectSequence: 1, updatedAt: data.updatedAt });
    const again = Array.from({ length: 8 }, () => confirm(organization, session, first.id));
    for (const { body } of await Promise.all(again)) expect(body.data).toEqual(data);
    const failed = await confirm(organization, session, first.id, 'FAILED');
    expect([failed.status, errorOf(failed)]).toEqual([409, 'illegal-transition']);
    expect((await ask(organization, session, more, key)).body.data).toEqual(data);
    await expectConsistent(session);
  });

  it('of another session or organization is not found', async () => {
    const [session, another] = await sessionsOf(organization, 2);
    const [foreign] = await sessionsOf(other, 1);
    const { data } = (await ask(organization, session ?? '', { payload: { text: LARGE } })).body;
    expect((await confirm(organization, another ?? '', data.id)).status).toBe(404);
    expect((await confirm(other, foreign ?? '', data.id)).status).toBe(404);
    expect((await confirm(organization, session ?? '', data.id)).status).toBe(200);
  });
});

describe('calls in one batch', () => {
  it('get the same answers as single calls: replayed keys and closed sessions of one organization do not affect another', async () => {
    const [mine, theirs] = await Promise.all([sessionsOf(organization, 4), sessionsOf(other, 4)]);
    const [closed] = await sessionsOf(organization, 1);
    const key = unique('key');
    const first = await ask(organization, mine[0] ?? '', {}, key);
    expect((await organization.agent.patch(`/sessions/${closed}`, { status: 'COMPLETED' })).status).toBe(200);
    const replays = Array.from({ length: 8 }, () => ask(organization, mine[0] ?? '', {}, key));
    const conflicts = Array.from({ length: 8 }, () => ask(organization, mine[0] ?? '', { payload: { id: 8 } }, key));
    const late = Array.from({ length: 8 }, () => ask(organization, closed ?? ''));
    const good = Array.from({ length: 24 }, (_, index) => ask(other, theirs[index % 4] ?? ''));
    const own = Array.from({ length: 12 }, (_, index) => ask(organization, mine[index % 4] ?? ''));
    for (const replay of await Promise.all(replays)) expect(replay.body.data.id).toBe(first.body.data.id);
    expect(new Set((await Promise.all(conflicts)).map(errorOf))).toEqual(new Set(['idempotency-conflict']));
    expect(new Set((await Promise.all(late)).map(errorOf))).toEqual(new Set(['session-closed']));
    expect([tally(await Promise.all(good)), tally(await Promise.all(own))]).toEqual([{ 201: 24 }, { 201: 12 }]);
    expect(await Promise.all(theirs.map(sequencesOf))).toEqual(theirs.map(() => [1, 2, 3, 4, 5, 6]));
    expect(await sequencesOf(mine[0] ?? '')).toEqual([1, 2, 3, 4]);
    expect(await sequencesOf(closed ?? '')).toEqual([]);
    expect([await usedBy(organization), await usedBy(other)]).toEqual([13, 24]);
    await expectConsistent(...mine, ...theirs, closed ?? '');
  });

  it('get the rest of the quota, and calls of another organization get all of theirs', async () => {
    await setPlan(organization.id, 'PRO');
    const [mine, theirs] = await Promise.all([sessionsOf(organization, 3), sessionsOf(other, 3)]);
    await use(organization, QUOTA - 7);
    const limited = Array.from({ length: 20 }, (_, index) => ask(organization, mine[index % 3] ?? ''));
    const good = Array.from({ length: 20 }, (_, index) => ask(other, theirs[index % 3] ?? ''));
    const answers = await Promise.all(limited);
    expect(tally(answers)).toEqual({ 201: 7, 429: 13 });
    expect(new Set(answers.map(errorOf))).toEqual(new Set([null, 'quota-exceeded']));
    expect(tally(await Promise.all(good))).toEqual({ 201: 20 });
    expect([await usedBy(organization), await usedBy(other)]).toEqual([QUOTA, 20]);
    await expectConsistent(...mine, ...theirs);
  });

  it('are confirmed like single calls: refused and repeated outcomes do not affect the others', async () => {
    const [mine, theirs] = await Promise.all([sessionsOf(organization, 1), sessionsOf(other, 2)]);
    const session = mine[0] ?? '';
    const logged = async (from: Organization, id: string) => (await ask(from, id)).body.data.id as string;
    const blocked = await logged(organization, session);
    expect((await confirm(organization, session, blocked, 'FAILED')).status).toBe(200);
    const own = await Promise.all(Array.from({ length: 5 }, () => logged(organization, session)));
    const foreign = await Promise.all(Array.from({ length: 10 }, (_, index) => logged(other, theirs[index % 2] ?? '')));
    const refused = Array.from({ length: 4 }, () => confirm(organization, session, blocked));
    const strange = Array.from({ length: 4 }, () => confirm(organization, session, foreign[0] ?? ''));
    const good = [
      ...own.map((id) => confirm(organization, session, id)),
      ...foreign.map((id, index) => confirm(other, theirs[index % 2] ?? '', id)),
    ];
    expect(new Set((await Promise.all(refused)).map(errorOf))).toEqual(new Set(['illegal-transition']));
    expect(tally(await Promise.all(strange))).toEqual({ 404: 4 });
    const confirmed = await Promise.all(good);
    expect(tally(confirmed)).toEqual({ 200: 15 });
    const numbers = confirmed.slice(0, 5).map(({ body }) => body.data.effectSequence as number);
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5]);
    await expectConsistent(session, ...theirs);
  });

  it('are asked and confirmed in several processes like single calls', async () => {
    const [mine, theirs] = await Promise.all([sessionsOf(organization, 3), sessionsOf(other, 3)]);
    const first = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const [from, sessions] = index % 2 ? [organization, mine] : [other, theirs];
        const session = sessions[index % 3] ?? '';
        return { from, session, action: (await ask(from, session)).body.data.id as string };
      }),
    );
    await setPlan(organization.id, 'PRO');
    await use(organization, QUOTA - 9);
    const [replayed] = await sessionsOf(other, 1);
    const key = unique('key');
    const prior = await ask(other, replayed ?? '', {}, key);
    const at = ({ agent }: Organization, index: number) => agent.at(index % 4 < 2 ? serviceA : serviceB);
    const confirmed = first.map(({ from, session, action }, index) =>
      at(from, index).patch(`/sessions/${session}/actions/${action}`, { status: 'SUCCESS' }),
    );
    const strange = first.map(({ from, action }, index) =>
      at(from, index).patch(`/sessions/${from === other ? mine[0] : theirs[0]}/actions/${action}`, {
        status: 'SUCCESS',
      }),
    );
    const asked = first.map(({ from, session }, index) => at(from, index).post(`/sessions/${session}/actions`, call()));
    const replays = first.map((_, index) => at(other, index).post(`/sessions/${replayed}/actions`, call(), key));
    expect(tally(await Promise.all(confirmed))).toEqual({ 200: 30 });
    expect(tally(await Promise.all(strange))).toEqual({ 404: 30 });
    const answers = await Promise.all(asked);
    expect(tally(answers.filter((_, index) => index % 2))).toEqual({ 201: 9, 429: 6 });
    expect(tally(answers.filter((_, index) => index % 2 === 0))).toEqual({ 201: 15 });
    for (const { body } of await Promise.all(replays)) expect(body.data.id).toBe(prior.body.data.id);
    const outcomes = (await Promise.all(confirmed)).map(({ body }) => [body.data.sessionId, body.data.effectSequence]);
    expect(outcomes.map(String).sort()).toEqual(
      [...mine, ...theirs].flatMap((session) => [1, 2, 3, 4, 5].map((turn) => `${session},${turn}`)).sort(),
    );
    await expectConsistent(...mine, ...theirs, replayed ?? '');
  });
});
