import { newSession, type Organization, unique } from '../../support/client.js';
import { errorOf, logged, rows, tally } from '../../support/ledger.js';
import {
  actionsOf,
  atVariousTimes,
  confirm,
  expectBefore,
  expectRefused,
  log,
  lost,
  post,
  sequencesOf,
  share,
  times,
  won,
} from './support/contenders.js';
import { type Notes, openNotes } from './support/notes.js';
import { type Contender, run, TIMEOUT_MS } from './support/race.js';

let notes: Notes;
beforeAll(async () => {
  notes = await openNotes();
});
afterAll(async () => {
  await Promise.all([rows.end(), notes.drop()]);
});

const prepare = async (organization: Organization) => {
  await notes.admit(organization);
  return organization;
};

const begin = async (lane: Organization) => {
  const session = await newSession(lane.agent, unique('racer'));
  return { session, first: await notes.change(lane, session, 'SUCCESS') };
};

const rollBack = ({ operator, agent }: Organization, session: string, index = 0): Contender =>
  post(index % 2 ? agent : operator, `/sessions/${session}/rollback`);

const display = async ({ operator }: Organization, session: string): Promise<string> =>
  (await operator.get(`/sessions/${session}`)).body.data.displayStatus;

interface Step {
  readonly actionId: string;
  readonly outcome: string;
}

describe('eight concurrent requests at two processes:', () => {
  it(
    'rollback ‖ rollback: one runs, and undoes each effect once, the last one first',
    async () => {
      const outcomes = await run({
        lanes: 8,
        prepare,
        arrange: async (lane: Organization) => {
          const begun = await begin(lane);
          return { ...begun, second: await notes.change(lane, begun.session, 'SUCCESS') };
        },
        contenders: ({ session }, lane) => times(8, (index) => rollBack(lane, session, index)),
        verdict: async ({ session, first, second }, answers, lane) => {
          expect(tally(answers)).toEqual({ 200: 1, 409: 7 });
          expectRefused(lost(answers), 'not-rollable');
          expect(won(answers)[0]?.body.data).toMatchObject({
            displayStatus: 'REVERTED',
            results: [
              { actionId: second.action, outcome: 'ROLLED_BACK' },
              { actionId: first.action, outcome: 'ROLLED_BACK' },
            ],
          });
          expect(await notes.look(first, second)).toEqual({
            texts: ['before', 'before'],
            undone: [second.note, first.note],
          });
          expect(await display(lane, session)).toBe('REVERTED');
          return `by ${answers.findIndex(({ status }) => status === 200)}`;
        },
      });
      expect(Object.keys(outcomes).length).toBeGreaterThan(1);
    },
    TIMEOUT_MS,
  );

  it(
    'rollback from a point ‖ rollback ‖ ask ‖ confirm: older calls stay, and each effect is undone once',
    async () => {
      await run({
        lanes: 8,
        prepare,
        arrange: async (lane: Organization) => {
          const begun = await begin(lane);
          const second = await notes.change(lane, begun.session, 'SUCCESS');
          return { ...begun, second, third: await notes.change(lane, begun.session, 'CLEARED') };
        },
        contenders: ({ session, second, third }, lane, round) => [
          ...times(3, () => post(lane.operator, `/sessions/${session}/rollback`, { fromActionId: second.action })),
          ...times(2, () => post(lane.agent, `/sessions/${session}/rollback`, { fromActionId: third.action })),
          ...times(2, () => log(lane.agent, session)),
          atVariousTimes(round, confirm(lane.agent, session, third.action, 'SUCCESS')),
        ],
        verdict: async ({ session, first, second, third }, answers, lane) => {
          const [orders, asks] = [answers.slice(0, 5), answers.slice(5, 7)];
          expectRefused(lost(orders), 'not-rollable');
          expectRefused(lost(asks), 'session-rolled-back');
          const { texts, undone } = await notes.look(first, second, third);
          expect([texts[0], new Set(undone).size]).toEqual(['after', undone.length]);
          expect(undone).not.toContain(first.note);
          const late = await log(lane.agent, session)(lane.agent.service);
          expect(late.status).toBe(201);
          expect((await lane.operator.post(`/sessions/${session}/rollback`, {})).status).toBe(200);
          return `${won(orders).length} orders`;
        },
      });
    },
    TIMEOUT_MS,
  );

  it(
    'rollback ‖ log: part of it or refused; nothing starts after it, nothing is left open',
    async () => {
      const outcomes = await run({
        lanes: 8,
        prepare,
        arrange: begin,
        contenders: ({ session }, lane, round) => [
          atVariousTimes(round, rollBack(lane, session)),
          ...times(5, (index) => log(lane.agent, session, index < 2 ? { status: 'PENDING_APPROVAL' } : {})),
          ...times(2, () => log(lane.agent, session, { status: 'SUCCESS' })),
        ],
        verdict: async ({ session, first }, answers, lane) => {
          const [rolledBack, asks, reports] = [answers[0], answers.slice(1, 6), answers.slice(6)];
          expect(rolledBack?.status).toBe(200);
          expectRefused(lost(asks), 'session-rolled-back');
          expectRefused(lost(reports), 'session-rolled-back');
          const actions = await actionsOf(lane.agent, session);
          expect(actions).toHaveLength(1 + won(asks).length + 2);
          const late = sequencesOf(lost(reports), actions);
          expectBefore(sequencesOf([...won(asks), ...won(reports)], actions), late);
          for (const { sequence, violation, status } of actions)
            expect([sequence, violation, status]).toEqual([
              sequence,
              late.includes(sequence) ? 'after-rollback' : null,
              expect.stringMatching(/^(REJECTED|UNKNOWN|SUCCESS|ROLLED_BACK)$/),
            ]);
          const steps = rolledBack?.body.data.results.map(({ actionId }: { actionId: string }) => actionId);
          const part = actions.filter(({ sequence, status }) => status !== 'REJECTED' && !late.includes(sequence));
          expect(steps.sort()).toEqual(part.map(({ id }) => id).sort());
          expect(await notes.look(first)).toEqual({ texts: ['before'], undone: [first.note] });
          expect(await display(lane, session)).toBe('PARTIALLY_REVERTED');
          const later = await log(lane.agent, session)(lane.agent.service);
          expect(errorOf(later)).toBe('session-rolled-back');
          return share(won(asks).length, asks.length);
        },
      });
      expect(outcomes.some).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    'rollback ‖ confirm: an outcome is recorded or undone already; each effect is undone once',
    async () => {
      const outcomes = await run({
        lanes: 8,
        prepare,
        arrange: async (lane: Organization) => {
          const begun = await begin(lane);
          const ran = await notes.change(lane, begun.session, 'CLEARED');
          return { ...begun, ran, other: await logged(lane.agent, begun.session) };
        },
        contenders: ({ session, ran, other }, lane) => [
          rollBack(lane, session),
          ...times(4, () => confirm(lane.agent, session, ran.action, 'SUCCESS')),
          ...times(3, () => confirm(lane.agent, session, other, 'SUCCESS')),
        ],
        verdict: async ({ session, first, ran, other }, answers, lane) => {
          const [rolledBack, confirmed, others] = [answers[0], answers.slice(1, 5), answers.slice(5)];
          expect(rolledBack?.status).toBe(200);
          expectRefused(lost(confirmed), 'illegal-transition');
          expect(tally(others)).toEqual({ 200: 3 });
          const actions = await actionsOf(lane.agent, session);
          // A rollback that comes before every confirmation has no proof of the call: it leaves it alone, and says so.
          const outcome = rolledBack?.body.data.results.find((step: Step) => step.actionId === ran.action)?.outcome;
          const isUndone = outcome === 'ROLLED_BACK';
          expect(await notes.look(first, ran)).toEqual(
            isUndone
              ? { texts: ['before', 'before'], undone: [ran.note, first.note] }
              : { texts: ['before', 'after'], undone: [first.note] },
          );
          if (!isUndone) expect(outcome).toBe('UNKNOWN');
          expect(actions.map(({ id, status }) => [id, status])).toEqual([
            [first.action, 'ROLLED_BACK'],
            [ran.action, isUndone ? 'ROLLED_BACK' : expect.stringMatching(/^(UNKNOWN|SUCCESS)$/)],
            [other, 'SUCCESS'],
          ]);
          expect(await display(lane, session)).toBe('PARTIALLY_REVERTED');
          const [, , { violation } = { violation: 'absent' }] = actions;
          expect([null, 'after-rollback']).toContain(violation);
          return violation ?? 'confirmed before';
        },
      });
      expect(Object.keys(outcomes).sort()).toEqual(['after-rollback', 'confirmed before']);
    },
    TIMEOUT_MS,
  );

  it(
    'rollback ‖ purge: never at the same time, and a purged session is deleted completely',
    async () => {
      const outcomes = await run({
        uncounted: true,
        lanes: 8,
        prepare,
        arrange: begin,
        contenders: ({ session }, lane) => [
          ...times(4, (index) => rollBack(lane, session, index)),
          ...times(4, () => (service) => lane.operator.at(service).delete(`/sessions/${session}/purge`)),
        ],
        verdict: async ({ session, first }, answers, lane) => {
          const [rollbacks, purges] = [answers.slice(0, 4), answers.slice(4)];
          expect(won(rollbacks).length).toBeLessThanOrEqual(1);
          expect(won(purges).length).toBeLessThanOrEqual(1);
          for (const code of lost(rollbacks).map(errorOf)) expect(['not-found', 'not-rollable']).toContain(code);
          for (const code of lost(purges).map(errorOf)) expect(['not-found', 'rollback-running']).toContain(code);
          const history = await historyOf(session);
          const began = history.includes('rollback.started');
          const purged = won(purges).length === 1;
          expect(history).toEqual([
            ...(began ? ['rollback.started', 'rollback.finished'] : []),
            ...(purged ? ['session.purged'] : []),
          ]);
          if (won(rollbacks).length > 0) expect(began).toBe(true);
          expect(await notes.look(first)).toEqual(
            began ? { texts: ['before'], undone: [first.note] } : { texts: ['after'], undone: [] },
          );
          expect(await remainsOf(session)).toEqual(
            purged
              ? { sessions: 0, actions: 0, snapshots: 0, rollbacks: 0 }
              : { sessions: 1, actions: 1, snapshots: 1, rollbacks: 1 },
          );
          const { status } = await lane.agent.get(`/sessions/${session}`);
          expect(status).toBe(purged ? 404 : 200);
          return purged ? (began ? 'rolled back, then purged' : 'purged') : 'rolled back';
        },
      });
      expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(['purged', 'rolled back']));
    },
    TIMEOUT_MS,
  );
});

/** Returns the audit entries of a session and its rollbacks, in order. */
async function historyOf(session: string): Promise<string[]> {
  const { rows: entries } = await rows.query(
    `SELECT action FROM audit_entries WHERE target->>'id' = $1 OR after->>'sessionId' = $1 ORDER BY sequence`,
    [session],
  );
  return entries.map(({ action }) => action);
}

async function remainsOf(session: string) {
  const { rows: remains } = await rows.query(
    `SELECT (SELECT count(*)::int FROM sessions WHERE id = $1) AS sessions,
       (SELECT count(*)::int FROM actions WHERE session_id = $1) AS actions,
       (SELECT count(*)::int FROM snapshots WHERE session_id = $1) AS snapshots,
       (SELECT count(*)::int FROM rollbacks WHERE session_id = $1) AS rollbacks`,
    [session],
  );
  return remains[0];
}
