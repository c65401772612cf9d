import {
  type Answer,
  type Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { errorOf, expectConsistent, gated, rows, tally } from '../../support/ledger.js';

let organization: Organization;
let operator: Caller;
let session: string;
beforeEach(async () => {
  organization = await newOrganization();
  operator = organization.operator;
  // A simulated session: its calls are as reversible as their operations.
  session = await newSession(organization.testAgent);
});
afterAll(() => rows.end());

const ABSENT = '01890a5d-ac96-774b-bcce-b302099a8057';
const WRONG = 'a'.repeat(64);

interface Asked {
  readonly id: string;
  readonly payloadHash: string;
  readonly actionId: string;
}

async function ask(amount = 1): Promise<Asked> {
  const { approvalId: id, actionId } = await gated(organization.testAgent, session, {
    apiName: 'postgres.rows.update',
    payload: { amount },
  });
  return { id, actionId, payloadHash: (await operator.get(`/approvals/${id}`)).body.data.payloadHash };
}
const decideAll = (decisions: unknown, key?: string, by: Caller = operator) =>
  by.post('/approvals/decisions', { decisions }, key);
const approve = ({ id, payloadHash }: Asked, more: object = {}) => ({ id, payloadHash, decision: 'approve', ...more });
const reject = ({ id, payloadHash }: Asked, more: object = {}) => ({ id, payloadHash, decision: 'reject', ...more });
interface One {
  readonly id: string;
  readonly status: number;
  readonly approval: { readonly status: string; readonly reason: string | null } | null;
  readonly error: { readonly type: string } | null;
}
const told = ({ body }: Answer) =>
  body.data.map(({ status, approval, error }: One) => [status, approval?.status ?? error?.type.split('/').at(-1)]);
const statusOf = async (id: string) => (await operator.get(`/approvals/${id}`)).body.data.status;
const decisionsIn = async () => {
  const { rows: found } = await rows.query(
    `SELECT target->>'id' AS id FROM audit_entries WHERE organization_id = $1 AND action IN ('approval.approved', 'approval.rejected')`,
    [organization.id],
  );
  return found.map(({ id }) => id as string).sort();
};

describe('POST /approvals/decisions', () => {
  it('decides each separately and answers in their order; one refusal undoes no other decision', async () => {
    const asked = [await ask(1), await ask(2), await ask(3), await ask(4), await ask(5)] as const;
    const [first, second, third, fourth, fifth] = asked;
    await operator.post(`/approvals/${third.id}/reject`);
    await operator.post('/policies', {
      apiNamePattern: 'postgres.*',
      condition: { field: 'amount', operator: 'gt', value: 100 },
      action: 'BLOCK',
    });
    const answer = await decideAll([
      approve(first),
      approve({ ...second, payloadHash: WRONG }),
      approve(third),
      approve(fourth, { payload: { amount: 500 } }),
      reject(fifth, { reason: 'no' }),
      { id: ABSENT, decision: 'reject', payloadHash: WRONG },
      { id: 'x', decision: 'approve', payloadHash: WRONG },
      reject({ ...second, id: second.id.toUpperCase() }),
    ]);
    expect(answer.status).toBe(200);
    expect(told(answer)).toEqual([
      [200, 'APPROVED'],
      [409, 'payload-changed'],
      [409, 'already-decided'],
      [403, 'policy-blocked'],
      [200, 'REJECTED'],
      [404, 'not-found'],
      [404, 'not-found'],
      [404, 'not-found'],
    ]);
    expect(answer.body.data[0]).toMatchObject({
      id: first.id,
      approval: { id: first.id, unconfirmed: true },
      error: null,
    });
    expect(answer.body.data[4].approval.reason).toBe('no');
    expect(await statusOf(second.id)).toBe('PENDING');
    const { body } = await organization.testAgent.get(`/sessions/${session}`);
    expect(body.data.actions.map(({ status }: { status: string }) => status)).toEqual([
      'CLEARED',
      'PENDING_APPROVAL',
      'REJECTED',
      'PENDING_APPROVAL',
      'REJECTED',
    ]);
    expect(await decisionsIn()).toEqual([first.id, third.id, fifth.id].sort());
    const edited = await decideAll([
      approve(fourth, { payload: { amount: 7 } }),
      reject({ ...second, payloadHash: WRONG }),
    ]);
    expect(told(edited)).toEqual([
      [200, 'APPROVED'],
      [409, 'payload-changed'],
    ]);
    expect(edited.body.data[0].approval.payloadSummary).toBe('{"amount":7}');
    await expectConsistent(session);
  });

  it('decides on nothing when the request itself is wrong', async () => {
    const [first, second] = [await ask(), await ask()];
    const wrong: unknown[] = [
      [],
      undefined,
      'text',
      [approve(first), approve(second), reject(first)],
      [reject(first), { id: second.id, decision: 'approve' }],
      [approve(first), { ...approve(second), decision: 'expire' }],
      [approve(first), approve(second, { reason: 'why' })],
      [approve(first), reject(second, { payload: {} })],
      [approve(first), approve(second, { grant: { apiNamePattern: '*', maxUses: 1, minutes: 1 } })],
      Array.from({ length: 101 }, (_, index) => approve({ ...first, id: `${index}` })),
    ];
    for (const decisions of wrong) {
      const answer = await decideAll(decisions);
      expect([answer.status, errorOf(answer)]).toEqual([400, 'validation-failed']);
    }
    const twice = await decideAll([approve(first), reject(first)]);
    expect(twice.body.error.errors).toEqual([{ field: 'decisions.1.id', message: 'is named twice' }]);
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['PENDING', 'PENDING']);
  });

  it('approves nothing with an answer of a list: the hash of the arguments comes with the arguments alone', async () => {
    const asked = [await ask(1), await ask(2)];
    const listed = (await operator.get('/approvals')).body.data;
    expect(listed).toHaveLength(2);
    for (const one of listed) expect(JSON.stringify(one)).not.toMatch(/[0-9a-f]{64}/);
    const answer = await decideAll(listed.map(({ id }: Asked) => ({ id, decision: 'approve' })));
    expect([answer.status, answer.body.error.errors]).toEqual([
      400,
      [
        {
          field: 'decisions.0.payloadHash',
          message: 'is needed: GET /approvals/:id answers it with the arguments',
        },
      ],
    ]);
    for (const { id } of asked) expect(await statusOf(id)).toBe('PENDING');
    expect(told(await decideAll(asked.map((one) => approve(one))))).toEqual([
      [200, 'APPROVED'],
      [200, 'APPROVED'],
    ]);
  });

  it('returns 409 approve-alone in a place where several approvals name a call that an undo does not restore', async () => {
    const live = await newSession(organization.agent);
    const hashed = async ({ approvalId: id }: { approvalId: string }) => ({
      id,
      payloadHash: (await operator.get(`/approvals/${id}`)).body.data.payloadHash,
    });
    const exact = await ask();
    const post = await hashed(await gated(organization.agent, live, { apiName: 'slack.chat.postMessage' }));
    const unknown = await hashed(await gated(organization.agent, live));
    const uncaptured = await hashed(await gated(organization.agent, live, { apiName: 'postgres.rows.update' }));
    const approvals = [exact, post, unknown, uncaptured].map((one) => approve(one as Asked));
    expect(told(await decideAll(approvals))).toEqual([
      [200, 'APPROVED'],
      [409, 'approve-alone'],
      [409, 'approve-alone'],
      [409, 'approve-alone'],
    ]);
    expect(await statusOf(post.id)).toBe('PENDING');
    expect(told(await decideAll([approve(post as Asked), reject(unknown as Asked)]))).toEqual([
      [200, 'APPROVED'],
      [200, 'REJECTED'],
    ]);
    expect(told(await decideAll([approve(uncaptured as Asked)]))).toEqual([[200, 'APPROVED']]);
  });

  it('rejects without a hash: nothing runs by a rejection', async () => {
    const { id } = await ask();
    expect(told(await decideAll([{ id, decision: 'reject', reason: 'no' }]))).toEqual([[200, 'REJECTED']]);
  });

  it('is for operators of the organization whose approvals they are', async () => {
    const asked = await ask();
    const stranger = await newOrganization();
    expect(told(await decideAll([approve(asked)], undefined, stranger.operator))).toEqual([[404, 'not-found']]);
    expect(errorOf(await decideAll([approve(asked)], undefined, organization.agent))).toBe('operator-required');
    expect(await statusOf(asked.id)).toBe('PENDING');
  });

  it('does nothing twice under one Idempotency-Key, also for sixteen requests to two processes', async () => {
    const asked = [await ask(), await ask(), await ask()] as const;
    const decisions = [approve(asked[0]), reject(asked[1]), approve({ ...asked[2], payloadHash: WRONG })];
    const key = unique('key');
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => decideAll(decisions, key, operator.at(index % 2 ? serviceA : serviceB))),
    );
    for (const answer of answers)
      expect(told(answer)).toEqual([
        [200, 'APPROVED'],
        [200, 'REJECTED'],
        [409, 'payload-changed'],
      ]);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(15);
    expect(await decisionsIn()).toEqual([asked[0].id, asked[1].id].sort());
    const other = await decideAll([approve(asked[2])], key);
    expect([other.status, errorOf(other)]).toEqual([409, 'idempotency-conflict']);
    expect(await statusOf(asked[2].id)).toBe('PENDING');
    // Without a key the service answers that they are decided already.
    expect(told(await decideAll(decisions))).toEqual([
      [409, 'already-decided'],
      [409, 'already-decided'],
      [409, 'payload-changed'],
    ]);
  });

  it('lets one decision win for each when two operators send the same in opposite orders', async () => {
    const asked: Asked[] = [];
    for (let count = 0; count < 24; count++) asked.push(await ask(count));
    const halves = [asked.slice(0, 16), asked.slice(8).reverse()] as const;
    const answers = await Promise.all([
      decideAll(
        halves[0].map((one) => approve(one)),
        undefined,
        operator.at(serviceA),
      ),
      decideAll(
        halves[1].map((one) => reject(one)),
        undefined,
        operator.at(serviceB),
      ),
      decideAll(
        halves[1].map((one) => approve(one)),
        undefined,
        operator.at(serviceA),
      ),
      decideAll(
        [...halves[0]].reverse().map((one) => reject(one)),
        undefined,
        operator.at(serviceB),
      ),
    ]);
    expect(tally(answers)).toEqual({ 200: 4 });
    const outcomes = answers.flatMap(({ body }) => body.data as One[]);
    for (const { id } of asked) {
      const own = outcomes.filter((one) => one.id === id);
      const won = own.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(own.filter(({ error }) => error?.type.endsWith('/already-decided'))).toHaveLength(own.length - 1);
      expect(await statusOf(id)).toBe(won[0]?.approval?.status);
    }
    expect(await decisionsIn()).toEqual(asked.map(({ id }) => id).sort());
    await expectConsistent(session);
  });
});
