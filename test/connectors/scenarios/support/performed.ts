import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture, Effect, Noted, Performed } from '../../../../src/connectors/connector.js';
import type { Trip } from '../../../../src/connectors/connector.testkit.js';
import { transientMemory } from '../../../../src/connectors/undo-memory.js';
import { UNSEEN } from '../../../../src/connectors/unseen.js';
import { newOrganization, newSession } from '../../../support/client.js';
import { performedTrip } from '../../../support/service-trip.js';
import { given, type Scenario, type Thing } from '../../subjects/subject.js';

/** The agent's call on a thing: it gives it the value `x`, or deletes what the server does not change. */
export function callOn(thing: Thing): Trip {
  return thing.change?.('x') ?? given(thing.remove)();
}

/** Makes the call as the service does. @param at runs each time it is noted, right before it takes effect */
async function attempted(
  { connector, context, apiName, payload }: Trip,
  at: () => Promise<void> = async () => undefined,
) {
  let noted: Noted | null = null;
  const note = async (one: Noted) => {
    noted = JSON.parse(JSON.stringify(one)) as Noted;
    await at();
  };
  const own = { ...context, idempotencyKey: randomUUID(), note };
  const make = () => given(connector.perform)({ apiName, payload }, own);
  const answer = await make().then(
    (performed) => JSON.parse(JSON.stringify(performed)) as Performed,
    (error: unknown) => error,
  );
  const notedOutcome = () => given(connector.outcomeOf)(given<Noted>(noted), { apiName, payload }, own);
  const seen = async () => {
    const { response, capture } = given<Noted>(noted);
    return (await connector.probeOutcome(effectOf(response, capture), own)).happened;
  };
  const effectOf = (response: Noted['response'], capture: Capture | null | undefined): Effect => {
    const snapshot = capture?.captured ? capture.content : null;
    return { apiName, payload, response, snapshot };
  };
  return { answer, make, notedOutcome, seen, effectOf, own };
}

/** The scenarios of each call that the service makes, for every connector. */
export const PERFORMED: readonly Scenario[] = [
  {
    title: 'performed: what the service did is undone from a snapshot of its own',
    needs: 'performs',
    run: async (subject) => {
      const [thing, other] = [await subject.newThing(), await subject.newThing()];
      await performedTrip({ ...callOn(thing), state: thing.state });
      if (other.change && other.remove) await performedTrip({ ...other.remove(), state: other.state });
    },
  },
  {
    title: 'performed, answer lost: the next process never takes it for undone, nor makes it again',
    needs: 'performs',
    run: async (subject) => {
      const thing = await subject.newThing();
      const before = await thing.state();
      const { answer, make, notedOutcome, seen } = await attempted(callOn(thing));
      expect(answer).toMatchObject({ outcome: 'done' });
      const left = await thing.state();
      expect(left).not.toEqual(before);
      const found = await notedOutcome();
      expect(['done', 'again', 'lost', 'open']).toContain(found.outcome);
      if (found.outcome === 'done') expect(found).toEqual(answer);
      if (['lost', 'open'].includes(found.outcome)) expect(await seen()).not.toBe(false);
      if (found.outcome === 'again') expect(await make()).toMatchObject({ outcome: 'done' });
      expect(await thing.state()).toEqual(left);
    },
  },
  {
    title: 'performed, died before its effect: the next process never takes it for done',
    needs: 'performs',
    run: async (subject) => {
      const thing = await subject.newThing();
      const before = await thing.state();
      const { answer, notedOutcome, seen } = await attempted(callOn(thing), () => Promise.reject(new Error('died')));
      expect(answer).not.toMatchObject({ outcome: 'done' });
      expect(await thing.state()).toEqual(before);
      const { outcome } = await notedOutcome();
      expect(['never', 'again', 'lost', 'open']).toContain(outcome);
      if (['lost', 'open'].includes(outcome)) expect(await seen()).not.toBe(true);
      expect(await thing.state()).toEqual(before);
    },
  },
  {
    title: 'performed, stale snapshot: what another client set at that moment is never written over unseen',
    needs: ['performs', 'change'],
    run: async (subject) => {
      const [thing, like] = [await subject.newThing(), await subject.newThing()];
      const call = callOn(thing);
      await given(like.set)('of another client');
      let meanwhile: Promise<unknown> | null = null;
      // If the call holds a lock by then, the other client waits for its end.
      const { answer, effectOf, own } = await attempted(call, async () => {
        meanwhile ??= given(thing.set)('of another client');
        await Promise.race([meanwhile, sleep(300)]);
      });
      await meanwhile;
      if ((answer as Performed).outcome !== 'done') throw answer;
      const { response, capture } = answer as Extract<Performed, { outcome: 'done' }>;
      const effect = effectOf(response, capture);
      const { remains } = call.connector.plan(effect);
      if (remains.includes(UNSEEN)) return;
      await call.connector.undo(effect, 'skip', { ...own, memory: transientMemory() });
      expect(await thing.state()).toEqual(await like.state());
    },
  },
  {
    title: 'performed, never confirmed: no client can confirm it',
    needs: 'performs',
    run: async (subject) => {
      const { connector, context, apiName, payload } = callOn(await subject.newThing());
      const { operator, agent } = await newOrganization();
      const values = context.credentials;
      await operator.put(`/settings/credentials/${connector.id}`, { values, agentOperations: [`${connector.id}.*`] });
      const path = `/sessions/${await newSession(agent)}/actions`;
      const asked = await agent.post(path, { apiName, payload, perform: true });
      expect(asked.body.data).toMatchObject({ status: 'SUCCESS' });
      const { status } = await agent.patch(`${path}/${asked.body.data.id}`, { status: 'FAILED' });
      expect(status).toBe(409);
    },
  },
];
