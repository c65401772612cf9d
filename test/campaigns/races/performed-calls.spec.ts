import { callOn } from '../../connectors/scenarios/support/performed.js';
import type { Subject } from '../../connectors/subjects/subject.js';
import { isFull, sized } from '../../support/campaign-size.js';
import { type Answer, newSession, type Organization, unique } from '../../support/client.js';
import { errorOf, rows } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';
import { PERFORMING, type Place } from '../faults/support/places.js';
import { atVariousTimes, expectRefused, lost, post, times, won } from './support/contenders.js';
import { run, timeoutOf } from './support/race.js';

/** The short form races at the one provider that is always there. */
const PLACES = PERFORMING.filter(({ name }) => isFull || name === 'postgres');

/** Each order of two requests comes within so many races. */
const MANY = 60;
/** The requests race in the service, not at the provider: one provider has the full number of races. */
const repetitionsAt = ({ name }: Pick<Place, 'name'>) => sized({ short: 16, full: name === 'postgres' ? 2_000 : 100 });

afterAll(() => rows.end());

/** An organization whose agents may have the service perform the calls, with the effects that are looked at again. */
interface Lane extends Organization {
  readonly seen: { readonly isMade: () => Promise<boolean>; readonly was: boolean }[];
}

describe.each(PLACES)('a performed call at $name', (place) => {
  const repetitions = repetitionsAt(place);
  const timeoutMs = timeoutOf(repetitions);
  let subject: Subject;
  beforeAll(async () => {
    subject = await place.open();
  });
  afterAll(() => subject.stop());

  async function offering(organization: Organization): Promise<Lane> {
    const { connector, context } = callOn(await subject.newThing());
    const values = context.credentials;
    const offer = { values, agentOperations: [`${connector.id}.*`] };
    await organization.operator.put(`/settings/credentials/${connector.id}`, offer);
    return { ...organization, seen: [] };
  }

  async function gating(organization: Organization): Promise<Lane> {
    const lane = await offering(organization);
    await lane.operator.post('/policies', { apiNamePattern: '*', action: 'REQUIRE_APPROVAL' });
    return lane;
  }

  /** A call that the service makes, in a session of its own, on a thing of its own. */
  async function arrange(lane: Lane) {
    const slug = unique('racer');
    return { slug, ...(await arrangeIn(lane, await newSession(lane.agent, slug))) };
  }

  /** Such a call, in a session in which one has been made already. */
  async function arrangeSecond(lane: Lane) {
    const earlier = await arrange(lane);
    await lane.operator.post(`/approvals/${earlier.approval}/approve`);
    await endOf(earlier, lane);
    return { ...(await arrangeIn(lane, earlier.session)), earlier };
  }

  async function arrangeIn({ agent }: Lane, session: string) {
    const thing = await subject.newThing();
    const { apiName, payload } = callOn(thing);
    const before = JSON.stringify(await thing.state());
    const call = { apiName, payload, perform: true };
    const asked = await agent.post(`/sessions/${session}/actions?wait=0`, call);
    const isMade = async () => JSON.stringify(await thing.state()) !== before;
    return { session, isMade, action: asked.body.data.id, approval: asked.body.data.approval?.id };
  }

  const endOf = async ({ session, action }: { session: string; action: string }, { agent }: Lane) => {
    const read = async () => (await agent.get(`/sessions/${session}/actions/${action}`)).body.data;
    return eventually(read, ({ performance }) => performance.state === 'done');
  };

  /** Nothing may be made after the answer: it is looked at again when the lane has ended. */
  const settle = async ({ seen }: Lane) => {
    for (const { isMade, was } of seen) expect(await isMade()).toBe(was);
  };

  it(
    'is made once, or REJECTED and never made, when two operators decide it at the same moment',
    async () => {
      const outcomes = await run({
        repetitions,
        settle,
        prepare: gating,
        arrange,
        contenders: ({ approval }, { operator }) =>
          times(8, (index) => post(operator, `/approvals/${approval}/${index % 2 ? 'approve' : 'reject'}`, {})),
        verdict: async (situation, answers, lane) => {
          expect(won(answers)).toHaveLength(1);
          expectRefused(lost(answers), 'already-decided');
          const { status, performance } = await endOf(situation, lane);
          const isApproved = won(answers)[0]?.body.data.status === 'APPROVED';
          const was = await situation.isMade();
          expect([status, was]).toEqual(isApproved ? ['SUCCESS', true] : ['REJECTED', false]);
          expect(performance.attempts).toBe(isApproved ? 1 : 0);
          lane.seen.push({ isMade: situation.isMade, was });
          return status;
        },
      });
      expect(Object.keys(outcomes).sort()).toEqual(['REJECTED', 'SUCCESS']);
    },
    timeoutMs,
  );

  it(
    'is either made, and 409 already-begun, or REJECTED and never made, when it is taken back as it begins',
    async () => {
      const outcomes = await run({
        repetitions,
        settle,
        prepare: gating,
        arrange,
        contenders: ({ session, action, approval }, { agent, operator }, round) => [
          post(operator, `/approvals/${approval}/approve`, {}),
          ...times(7, () => atVariousTimes(round, post(agent, `/sessions/${session}/actions/${action}/cancel`))),
        ],
        verdict: async (situation, [approved, ...answers], lane) => {
          const now = await endOf(situation, lane);
          const taken = won(answers).length === 1;
          const was = await situation.isMade();
          expect([now.status, was]).toEqual(taken ? ['REJECTED', false] : ['SUCCESS', true]);
          expectRefused(lost(answers), 'already-begun');
          expect(lost(answers)).toHaveLength(taken ? 6 : 7);
          if (!taken) expect(approved?.status).toBe(200);
          lane.seen.push({ isMade: situation.isMade, was });
          return taken ? `taken back ${approved?.status === 200 ? 'after' : 'before'} the approval` : 'made';
        },
      });
      // Each order of the two comes now and then, or it was no race.
      if (repetitions >= MANY) expect(Object.keys(outcomes).length).toBeGreaterThan(1);
    },
    timeoutMs,
  );

  it(
    'is either made, and 409 already-begun, or REJECTED and never made, when its approval is revoked as it begins',
    async () => {
      const outcomes = await run({
        repetitions,
        // The figures keep an approval that was given as given.
        uncounted: true,
        settle,
        prepare: gating,
        arrange,
        contenders: ({ approval }, { operator }, round) => [
          post(operator, `/approvals/${approval}/approve`, {}),
          ...times(7, () => atVariousTimes(round, post(operator, `/approvals/${approval}/revoke`))),
        ],
        verdict: async (situation, [approved, ...answers], lane) => {
          expect(approved?.status).toBe(200);
          const now = await endOf(situation, lane);
          const isRevoked = won(answers).length === 1;
          const was = await situation.isMade();
          expect([now.status, was]).toEqual(isRevoked ? ['REJECTED', false] : ['SUCCESS', true]);
          for (const code of lost(answers).map(errorOf))
            expect(isRevoked ? ['already-decided', 'not-approved'] : ['already-begun', 'not-approved']).toContain(code);
          lane.seen.push({ isMade: situation.isMade, was });
          return isRevoked ? 'revoked' : 'made';
        },
      });
      if (repetitions >= MANY) expect(Object.keys(outcomes).sort()).toEqual(['made', 'revoked']);
    },
    timeoutMs,
  );

  it(
    'has its outcome before its session is completed, and is never made after that',
    async () => {
      const outcomes = await run({
        repetitions,
        settle,
        prepare: offering,
        arrange,
        contenders: ({ session }, { agent }, round) =>
          times(8, (index) =>
            atVariousTimes(
              round + index,
              (service) => agent.at(service).patch(`/sessions/${session}`, { status: 'COMPLETED' }),
              // The calls of one round come within the time that the call takes.
              15,
            ),
          ),
        verdict: async (situation, answers, lane) => {
          const { session, action, isMade } = situation;
          const isCompleted = won(answers).length > 0;
          const { status, performance } = (await lane.agent.get(`/sessions/${session}/actions/${action}`)).body.data;
          if (isCompleted) expect([performance.state, status, await isMade()]).toEqual(['done', 'SUCCESS', true]);
          for (const code of lost(answers).map(errorOf)) expect(['calls-open', 'session-not-open']).toContain(code);
          await endOf(situation, lane);
          lane.seen.push({ isMade, was: await isMade() });
          return isCompleted ? 'completed' : 'calls open';
        },
      });
      if (repetitions >= MANY) expect(Object.keys(outcomes).sort()).toEqual(['calls open', 'completed']);
    },
    timeoutMs,
  );

  it(
    'is undone or REJECTED, and none of its effect is left after the answer, when its session is rolled back as it begins',
    async () => {
      const outcomes = await run({
        repetitions,
        settle,
        prepare: gating,
        arrange: arrangeSecond,
        contenders: ({ session, approval }, { agent, operator }, round) => [
          post(operator, `/approvals/${approval}/approve`, {}),
          ...times(7, () => atVariousTimes(round, post(agent, `/sessions/${session}/rollback`))),
        ],
        verdict: async ({ session, isMade, action, earlier }, [, ...answers], { agent, seen }) => {
          const isLeft = [await isMade(), await earlier.isMade()];
          const { status, response } = (await agent.get(`/sessions/${session}/actions/${action}`)).body.data;
          expect({ isLeft, status, response }).toEqual({
            ...{ isLeft: [false, false], response },
            // A rollback also withdraws a call that waits for its approval.
            status: expect.stringMatching(/^(REJECTED|ROLLED_BACK)$/),
          });
          expect(won(answers)).toHaveLength(1);
          expectRefused(lost(answers), 'not-rollable');
          seen.push({ isMade, was: false }, { isMade: earlier.isMade, was: false });
          return status;
        },
      });
      if (repetitions >= MANY) expect(Object.keys(outcomes).length).toBeGreaterThan(1);
    },
    timeoutMs,
  );

  it(
    'is made, and never taken back, when another call of its session is undone as it begins',
    async () => {
      const outcomes = await run({
        repetitions,
        settle,
        prepare: gating,
        arrange: arrangeSecond,
        contenders: ({ session, approval, earlier }, { operator }, round) => [
          post(operator, `/approvals/${approval}/approve`, {}),
          ...times(7, () =>
            atVariousTimes(round, post(operator, `/sessions/${session}/actions/${earlier.action}/rollback`)),
          ),
        ],
        verdict: async (situation, [approved, ...answers], lane) => {
          expect(won(answers)).toHaveLength(1);
          expectRefused(lost(answers), 'not-rollable');
          expect(await situation.earlier.isMade()).toBe(false);
          const isApproved = approved?.status === 200;
          if (isApproved) expect((await endOf(situation, lane)).status).toBe('SUCCESS');
          else expect(errorOf(approved as Answer)).toBe('session-rolled-back');
          const was = await situation.isMade();
          expect(was).toBe(isApproved);
          lane.seen.push({ isMade: situation.isMade, was }, { isMade: situation.earlier.isMade, was: false });
          return isApproved ? 'made' : 'not approved during the undo';
        },
      });
      if (repetitions >= MANY) expect(outcomes.made).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  it(
    'is over when a pause of its agent or a purge of its session is acknowledged, and is not made after that',
    async () => {
      await run({
        repetitions,
        uncounted: true,
        settle,
        prepare: offering,
        arrange: async (lane) => {
          const situation = await arrange(lane);
          const { id } = (await lane.operator.post('/agents', { slug: situation.slug })).body.data;
          return { ...situation, agent: id };
        },
        contenders: ({ session, agent }, { operator }, round) =>
          times(8, () =>
            atVariousTimes(round >> 1, (service) =>
              round % 2
                ? operator.at(service).put(`/agents/${agent}`, { status: 'PAUSED' })
                : operator.at(service).delete(`/sessions/${session}/purge`),
            ),
          ),
        verdict: async ({ session, action, isMade }, answers, lane, round) => {
          const was = await isMade();
          lane.seen.push({ isMade, was });
          if (round % 2 === 0) {
            expect(won(answers)).toHaveLength(1);
            return was ? 'made, then purged' : 'purged';
          }
          expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
          const { status, performance } = (await lane.agent.get(`/sessions/${session}/actions/${action}`)).body.data;
          expect([performance.state, status]).toEqual(['done', was ? 'SUCCESS' : 'REJECTED']);
          return was ? 'made, then paused' : 'paused';
        },
      });
    },
    timeoutMs,
  );
});
