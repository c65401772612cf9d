import { newSession, type Organization, serviceA, serviceB, unique } from '../../support/client.js';
import { errorOf, logged, rows, tally } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import {
  actionsOf,
  atVariousTimes,
  confirm,
  expectBefore,
  expectRefused,
  log,
  lost,
  onOpenConnection,
  sequencesOf,
  share,
  times,
  won,
} from './support/contenders.js';
import { asTheyAre, type Contender, run, TIMEOUT_MS } from './support/race.js';

afterAll(() => rows.end());

const newRacer = async ({ agent }: Organization) => ({ session: await newSession(agent, unique('racer')) });

/** Asks for one more call at each process, once all are answered. */
const askLater = ({ agent }: Organization, session: string) =>
  Promise.all([serviceA, serviceB].map(log(agent, session)));

describe('eight concurrent requests at two processes:', () => {
  it(
    'confirm ‖ confirm: the first outcome stays, and all get it',
    async () => {
      const outcomes = await run({
        prepare: asTheyAre,
        arrange: async (lane: Organization) => {
          const { session } = await newRacer(lane);
          return { session, action: await logged(lane.agent, session) };
        },
        contenders: ({ session, action }, { agent }) =>
          times(8, (index) => confirm(agent, session, action, index % 2 ? 'SUCCESS' : 'FAILED')),
        verdict: async ({ session, action }, answers, { agent }) => {
          expect(tally(answers)).toEqual({ 200: 4, 409: 4 });
          expectRefused(lost(answers), 'illegal-transition');
          const [kept, ...others] = await actionsOf(agent, session);
          expect(others).toEqual([]);
          const { summary: _, ...confirmed } = { summary: null, ...kept };
          for (const { body } of won(answers)) expect(body.data).toEqual(confirmed);
          expect(kept).toMatchObject({ id: action, effectSequence: kept?.status === 'SUCCESS' ? 1 : null });
          return kept?.status ?? 'none';
        },
      });
      expect(Object.keys(outcomes).sort()).toEqual(['FAILED', 'SUCCESS']);
    },
    TIMEOUT_MS,
  );

  it(
    'log ‖ complete: permitted before it or refused after it; a call that ran nevertheless is recorded as a violation',
    async () => {
      const outcomes = await run({
        prepare: asTheyAre,
        arrange: newRacer,
        contenders: ({ session }, { agent }, round) => [
          atVariousTimes(round, (service) => agent.at(service).patch(`/sessions/${session}`, { status: 'COMPLETED' })),
          ...times(5, () => log(agent, session)),
          ...times(2, () => log(agent, session, { status: 'SUCCESS' })),
        ],
        verdict: async ({ session }, answers, lane) => {
          const [completed, asks, reports] = [answers.slice(0, 1), answers.slice(1, 6), answers.slice(6)];
          expect(tally(completed)).toEqual({ 200: 1 });
          expectRefused(lost(asks), 'session-closed');
          expectRefused(lost(reports), 'session-closed');
          const actions = await actionsOf(lane.agent, session);
          expect(actions).toHaveLength(won(asks).length + 2);
          const late = actions.filter(({ violation }) => violation === 'after-completion');
          expect(sequencesOf(lost(reports), actions).sort()).toEqual(late.map(({ sequence }) => sequence));
          expectBefore(sequencesOf(won(asks), actions), sequencesOf(lost(reports), actions));
          expectRefused(await askLater(lane, session), 'session-closed');
          expect(errorOf(await lane.operator.patch(`/sessions/${session}`, { status: 'COMPLETED' }))).toBe(
            'session-not-open',
          );
          return share(won(asks).length, asks.length);
        },
      });
      expect(outcomes.some).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    'log ‖ pause: nothing is permitted after it, and nothing waits for an approval any more',
    async () => {
      const outcomes = await run({
        prepare: asTheyAre,
        arrange: async ({ agent, operator }: Organization) => {
          const slug = unique('racer');
          const { id } = (await operator.post('/agents', { slug })).body.data;
          return { session: await newSession(agent, slug), id: id as string };
        },
        contenders: ({ session, id }, { agent, operator }, round) => [
          atVariousTimes(round, (service) => operator.at(service).put(`/agents/${id}`, { status: 'PAUSED' })),
          ...times(5, (index) =>
            onOpenConnection(log(agent, session, index < 2 ? { status: 'PENDING_APPROVAL' } : {})),
          ),
          ...times(2, () => onOpenConnection(log(agent, session, { status: 'SUCCESS' }))),
        ],
        verdict: async ({ session }, answers, lane) => {
          const [paused, asks, reports] = [answers.slice(0, 1), answers.slice(1, 6), answers.slice(6)];
          expect(tally(paused)).toEqual({ 200: 1 });
          expectRefused(lost(asks), 'agent-paused');
          expect(tally(reports)).toEqual({ 201: 2 });
          const actions = await actionsOf(lane.agent, session);
          expect(actions).toHaveLength(won(asks).length + 2);
          const late = actions.filter(({ violation }) => violation === 'paused');
          const lateNumbers = late.map(({ sequence }) => sequence);
          expectBefore(sequencesOf(won(asks), actions), lateNumbers);
          expectRefused(await askLater(lane, session), 'agent-paused');
          return share(won(asks).length, asks.length);
        },
        settle: async (lane) => {
          const look = async () =>
            (
              await rows.query(
                `SELECT p.id FROM approvals p WHERE p.organization_id = $1
                 AND (p.status <> 'REJECTED' OR p.reason IS DISTINCT FROM 'agent-paused')`,
                [lane.id],
              )
            ).rows;
          expect(await eventually(look, (left) => left.length === 0)).toEqual([]);
        },
      });
      expect(outcomes.some).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    'log ‖ quota edge: exactly the remaining calls are accepted',
    async () => {
      const kinds = [{}, { status: 'SUCCESS' }, { status: 'PENDING_APPROVAL' }];
      const setUsed = (organization: string, actions: number) =>
        rows.query(
          `INSERT INTO usage_months VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC')::date, $2)
           ON CONFLICT (organization_id, month) DO UPDATE SET actions = $2`,
          [organization, actions],
        );
      const outcomes = await run({
        uncounted: true,
        prepare: async (organization) => {
          const { usage } = (await organization.operator.get('/me')).body.data;
          return { ...organization, limit: usage.limit as number };
        },
        arrange: async (lane, round) => {
          const left = (round % 8) + Number(round % 16 > 7);
          await setUsed(lane.id, lane.limit - left);
          return { ...(await newRacer(lane)), left };
        },
        contenders: ({ session }, { agent }) => times(8, (index) => log(agent, session, kinds[index % 3])),
        verdict: async ({ session, left }, answers, lane) => {
          expect(won(answers)).toHaveLength(left);
          expectRefused(lost(answers), 'quota-exceeded');
          expect(await actionsOf(lane.agent, session)).toHaveLength(left);
          const { usage } = (await lane.operator.get('/me')).body.data;
          expect(usage).toMatchObject({ actions: lane.limit, limit: lane.limit });
          expectRefused(await askLater(lane, session), 'quota-exceeded');
          return `${left} left`;
        },
      });
      expect(Object.keys(outcomes).sort()).toEqual(Array.from({ length: 9 }, (_, left) => `${left} left`));
    },
    TIMEOUT_MS,
  );

  it(
    'policy toggle ‖ log: the old policies before it, the new ones after it, never the old ones again',
    async () => {
      const outcomes = await run({
        prepare: async (organization) => {
          const policy = { apiNamePattern: 'crm.*', action: 'BLOCK', enabled: false };
          const { id } = (await organization.operator.post('/policies', policy)).body.data;
          return { ...organization, policy: id as string, enabled: false };
        },
        arrange: (lane) => newRacer(lane),
        contenders: ({ session }, { agent, operator, policy }, round) => [
          atVariousTimes(round, (service) => operator.at(service).patch(`/policies/${policy}/toggle`)),
          ...times(7, () => log(agent, session)),
        ],
        verdict: async ({ session }, [toggled, ...asks], lane) => {
          lane.enabled = !lane.enabled;
          expect([toggled?.status, toggled?.body.data.enabled]).toEqual([200, lane.enabled]);
          expectRefused(lost(asks), 'policy-blocked');
          const actions = await actionsOf(lane.agent, session);
          expect(actions).toHaveLength(7);
          const [cleared, blocked] = [sequencesOf(won(asks), actions), sequencesOf(lost(asks), actions)];
          expect(actions.filter(({ status }) => status === 'BLOCKED')).toHaveLength(blocked.length);
          if (lane.enabled) expectBefore(cleared, blocked);
          else expectBefore(blocked, cleared);
          const later = await askLater(lane, session);
          expect(tally(later)).toEqual(lane.enabled ? { 403: 2 } : { 201: 2 });
          return share(cleared.length, 7);
        },
      });
      expect(outcomes.some).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    'the same Idempotency-Key × 8: done once, and all get its answer',
    async () => {
      const outcomes = await run({
        prepare: async (organization) => {
          await organization.operator.post('/policies', { apiNamePattern: 'block.*', action: 'BLOCK' });
          return organization;
        },
        arrange: async (lane: Organization, round) => ({ ...(await newRacer(lane)), key: `key-${round}` }),
        contenders: ({ session, key }, { agent }, round) => times(8, () => same(agent, session, key, round)),
        verdict: async ({ session, key }, answers, { agent }, round) => {
          const kind = ONCE[round % ONCE.length] as Once;
          expect(tally(answers)).toEqual({ [kind.status]: 8 });
          const made = new Set(answers.map(({ body }) => body.data?.id ?? body.error.actionId));
          expect([...made]).toEqual([expect.any(String)]);
          expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(7);
          const found = kind.opens
            ? await rows.query('SELECT id FROM sessions WHERE intent = $1 AND agent_slug = $2', [
                key,
                `agent-${session}`,
              ])
            : await rows.query('SELECT id FROM actions WHERE session_id = $1', [session]);
          expect(found.rows).toEqual([{ id: [...made][0] }]);
          const again = await same(agent, session, key, round)(serviceA);
          expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([kind.status, 'true']);
          return kind.name;
        },
      });
      expect(Object.keys(outcomes).sort()).toEqual(ONCE.map(({ name }) => name).sort());
    },
    TIMEOUT_MS,
  );
});

interface Once {
  readonly name: string;
  readonly status: number;
  readonly more: object;
  readonly opens?: boolean;
}

const ONCE: readonly Once[] = [
  { name: 'an ask', status: 201, more: {} },
  { name: 'a gate', status: 201, more: { status: 'PENDING_APPROVAL' } },
  { name: 'a report', status: 201, more: { status: 'SUCCESS' } },
  { name: 'a refusal that is kept', status: 403, more: { apiName: 'block.call' } },
  { name: 'a session', status: 201, more: {}, opens: true },
];

function same(agent: Organization['agent'], session: string, key: string, round: number): Contender {
  const { opens, more } = ONCE[round % ONCE.length] as Once;
  if (!opens) return log(agent, session, more, key);
  return (service) => agent.at(service).post('/sessions', { agentId: `agent-${session}`, intent: key }, key);
}
