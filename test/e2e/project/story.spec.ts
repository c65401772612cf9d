import { playStory } from '../../../examples/support-agent/story.mjs';
import { serviceA } from '../../support/client.js';
import { newCustomerDatabase } from '../../support/customer-database.js';

describe('one governed session, from end to end', () => {
  let database: Awaited<ReturnType<typeof newCustomerDatabase>>;
  let story: Awaited<ReturnType<typeof playStory>>;

  beforeAll(async () => {
    database = await newCustomerDatabase();
    story = await playStory({ baseUrl: serviceA.url, customerDatabaseUrl: database.url });
  });
  afterAll(() => database.drop());

  it('happens on a table of at least a thousand rows', () => {
    expect(story.before.size).toBe(1200);
  });

  it('changes what the agent was allowed to change', () => {
    expect(story.after.get(7)).toMatchObject({ plan: 'pro', note: 'upgraded by phone' });
    expect(story.after.get(story.agent.addedId)).toMatchObject({ name: 'Grace Hopper' });
    expect([11, 12, 13].map((id) => story.after.has(id))).toEqual([false, false, false]);
    expect([20, 21].map((id) => story.after.get(id)?.credit)).toEqual([0, 75]);
  });

  it('blocks the delete of more rows than the policy permits, and tells the agent why', () => {
    expect(story.agent.blocked.reason).toBe('No more than 10 customers may be deleted at once.');
    expect([...story.after.values()].filter(({ plan }) => plan === 'trial').length).toBeGreaterThan(390);
  });

  it('runs the gated credit with the amount the operator approved, not with the one asked for', () => {
    expect(story.after.get(42)?.credit).toBe(50);
  });

  it('plans the exact provider calls, last effect first', () => {
    expect(story.plan.plan.map(({ apiName }) => apiName)).toEqual([
      'postgres.rows.update',
      'postgres.rows.update',
      'postgres.rows.update',
      'postgres.rows.delete',
      'postgres.rows.insert',
      'postgres.rows.update',
    ]);
    expect(story.plan.plan[0]?.calls).toEqual(["UPDATE public.customers SET credit = '42.00' WHERE id = '42'"]);
  });

  it('restores every row except the field that another client has changed since', () => {
    expect(story.left).toEqual(['customer 7 note is "called back by Bob", was null']);
  });

  it('reports that field as a conflict with its three values, and everything else as rolled back', () => {
    expect(story.report.displayStatus).toBe('PARTIALLY_REVERTED');
    expect(story.report.results.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('ROLLED_BACK'), 'CONFLICT']);
    expect(story.report.results.at(-1)).toMatchObject({
      items: [
        {
          resource: 'public.customers id=7',
          fields: [
            { field: 'plan', result: 'restored' },
            { field: 'note', before: null, after: 'upgraded by phone', now: 'called back by Bob', result: 'conflict' },
          ],
        },
      ],
    });
  });

  it('keeps the blocked call and the edited one in the ledger unchanged', async () => {
    const session = await story.operator.call<{
      actions: { status: string; originalPayload: object | null; payload: object }[];
    }>('GET', `/sessions/${story.session.id}`);
    expect(session.actions.map(({ status }) => status)).toEqual([
      'SUCCESS',
      ...Array(4).fill('ROLLED_BACK'),
      'BLOCKED',
      'ROLLED_BACK',
    ]);
    expect(session.actions.at(-1)).toMatchObject({
      originalPayload: { values: { credit: 500 } },
      payload: { values: { credit: 50 } },
    });
  });
});
