import type { Trip } from '../../../../src/connectors/connector.testkit.js';
import { UNSEEN } from '../../../../src/connectors/unseen.js';
import { isFull } from '../../../support/campaign-size.js';
import { newScenario } from '../../../support/scenario.js';
import { CASES, type Need } from '../../subjects/cases.mjs';
import { type Absent, given, type Scenario, type Subject, type Thing } from '../../subjects/subject.js';
import { callOn, PERFORMED } from './performed.js';

const REVERTED = { displayStatus: 'REVERTED' };
const UNPROVED = 'looks as the call would have left it; another client may have done it';
/** The status of a session that has no call left whose effect is known to be there. */
const UNCERTAIN = 'PARTIALLY_REVERTED';

/** The plan says that the calls will be undone, each with what does it. */
async function planned(scenario: Awaited<ReturnType<typeof newScenario>>): Promise<void> {
  for (const step of await scenario.plan()) {
    expect(step.class).not.toBe('impossible');
    expect(step.calls).not.toEqual([]);
  }
}

/** The same by another client. */
const byHand = (thing: Thing) => thing.set?.('x') ?? given(thing.remove)().act();

async function called(thing: Thing) {
  const before = await thing.state();
  const call = callOn(thing);
  const scenario = await newScenario(call);
  const { id } = await scenario.run(call);
  expect(await thing.state()).not.toEqual(before);
  await planned(scenario);
  return { before, scenario, id };
}

async function removed(thing: Thing, call: Trip) {
  const before = await thing.state();
  const scenario = await newScenario(call);
  await scenario.run(call);
  expect(await thing.state()).not.toEqual(before);
  await planned(scenario);
  return { before, scenario };
}

async function made(absent: Absent) {
  const before = await absent.state();
  const call = absent.make();
  const scenario = await newScenario(call);
  const { response } = await scenario.run(call);
  expect(await absent.state()).not.toEqual(before);
  await planned(scenario);
  return { before, scenario, response };
}

async function isReverted(scenario: Awaited<ReturnType<typeof newScenario>>): Promise<void> {
  const report = await scenario.rollBack();
  expect(report).toMatchObject(REVERTED);
  expect(report.outcomes).toEqual(report.outcomes.map(() => 'ROLLED_BACK'));
  expect(await scenario.isDirty()).toBe(false);
}

/** Expects that nothing is written, and that the session stays dirty. */
async function stays(
  scenario: Awaited<ReturnType<typeof newScenario>>,
  outcome: string,
  state: () => Promise<unknown>,
  displayStatus = 'ROLLBACK_FAILED',
): Promise<void> {
  const now = await state();
  const report = await scenario.rollBack();
  expect(report).toMatchObject({ displayStatus, outcomes: [outcome] });
  expect(await state()).toEqual(now);
  expect(await scenario.isDirty()).toBe(true);
}

/** The report and the plan say that another client may have done it, nothing is written, and the session stays dirty. */
async function isUnproved(
  scenario: Awaited<ReturnType<typeof newScenario>>,
  id: string,
  state: () => Promise<unknown>,
): Promise<void> {
  const [step] = (await scenario.plan()).filter(({ actionId }: { actionId: string }) => actionId === id);
  // After a rollback, its report is shown in place of the plan.
  if (step) expect(step.warning).toContain('another client may have done it');
  await stays(scenario, 'UNKNOWN', state, UNCERTAIN);
  const { results } = await scenario.report();
  expect(results).toEqual([
    expect.objectContaining({ actionId: id, isUnproved: true, detail: expect.stringContaining(UNPROVED) }),
  ]);
}

/** The operator who has read it forces it. */
async function isForced(scenario: Awaited<ReturnType<typeof newScenario>>, id: string): Promise<void> {
  const report = await scenario.rollBack(undefined, [id]);
  expect(report).toMatchObject({ ...REVERTED, outcomes: ['ROLLED_BACK'] });
  expect(report.details[0]).toContain('forced it without a proof');
  expect(await scenario.isDirty()).toBe(false);
}

/** Another client gives the same field another value between the capture and the call. */
const overtaken = (thing: Thing, call: Trip): Trip => ({
  ...call,
  act: async () => {
    await given(thing.set)('c');
    return call.act();
  },
});

/** Tells for each action whether the plan says that a change between capture and call would not be seen. */
async function saysUnseen(scenario: Awaited<ReturnType<typeof newScenario>>): Promise<boolean[]> {
  return (await scenario.plan()).map(({ remains }: { remains: string[] }) => remains.includes(UNSEEN));
}

/**
 * Reverts the rollback: the state that the call had left is there again, or the plan says beforehand that nothing
 * restores it. Then it rolls back again.
 */
async function comesBack(
  { scenario, before }: { scenario: Awaited<ReturnType<typeof newScenario>>; before: unknown },
  state: () => Promise<unknown>,
): Promise<void> {
  const left = await state();
  await isReverted(scenario);
  const { plan, outcomes, details, displayStatus } = await scenario.revert();
  const isImpossible = plan.every(({ class: how }) => how === 'impossible');
  expect([outcomes, displayStatus, details]).toEqual(
    isImpossible ? [['IRREVERSIBLE'], 'REVERTED', details] : [['REAPPLIED'], 'COMPLETED', details],
  );
  expect(await state()).toEqual(isImpossible ? before : left);
  if (isImpossible) return;
  await isReverted(scenario);
  expect(await state()).toEqual(before);
}

const SCENARIOS: readonly Scenario[] = [
  {
    title: 'round trip: a change',
    needs: 'change',
    run: async (subject) => {
      const thing = await subject.newThing();
      const { before, scenario } = await called(thing);
      await isReverted(scenario);
      expect(await thing.state()).toEqual(before);
    },
  },
  {
    title: 'round trip: a deletion',
    needs: 'remove',
    run: async (subject) => {
      const thing = await subject.newThing();
      const { before, scenario } = await removed(thing, given(thing.remove)());
      await isReverted(scenario);
      expect(await thing.state()).toEqual(before);
    },
  },
  {
    title: 'round trip: a creation',
    needs: 'absent',
    run: async (subject) => {
      const absent = await given(subject.newAbsent)();
      const { before, scenario } = await made(absent);
      await isReverted(scenario);
      expect(await absent.state()).toEqual(before);
    },
  },
  {
    title: 'taken back: a change comes back, and is undone again',
    needs: 'change',
    run: async (subject) => {
      const thing = await subject.newThing();
      await comesBack(await called(thing), thing.state);
    },
  },
  {
    title: 'taken back: a deletion is made again, or the plan says that nothing does it',
    needs: 'remove',
    run: async (subject) => {
      const thing = await subject.newThing();
      await comesBack(await removed(thing, given(thing.remove)()), thing.state);
    },
  },
  {
    title: 'taken back: a creation is made again, or the plan says that nothing does it',
    needs: 'absent',
    run: async (subject) => {
      const absent = await given(subject.newAbsent)();
      await comesBack(await made(absent), absent.state);
    },
  },
  {
    title: 'taken back: what another client has set since the rollback stays, a CONFLICT',
    needs: 'change',
    run: async (subject) => {
      const thing = await subject.newThing();
      const { scenario } = await called(thing);
      await isReverted(scenario);
      await given(thing.set)('of another client');
      const now = await thing.state();
      const { outcomes, displayStatus } = await scenario.revert();
      expect([outcomes, displayStatus]).toEqual([['CONFLICT'], 'REVERTED']);
      expect(await thing.state()).toEqual(now);
    },
  },
  {
    title: 'other field: what another client has set since stays',
    needs: 'setOther',
    run: async (subject) => {
      const thing = await subject.newThing();
      const { scenario } = await called(thing);
      await given(thing.setOther)('of another client');
      await isReverted(scenario);
      const twin = await subject.newThing();
      await given(twin.setOther)('of another client');
      expect(await thing.state()).toEqual(await twin.state());
    },
  },
  {
    title: 'same field: a CONFLICT',
    needs: 'change',
    run: async (subject) => {
      const thing = await subject.newThing();
      const { scenario } = await called(thing);
      await given(thing.set)('of another client');
      await stays(scenario, 'CONFLICT', thing.state);
    },
  },
  {
    title: 'deleted by another client: a CONFLICT',
    needs: 'drop',
    run: async (subject) => {
      const thing = await subject.newThing();
      const { scenario } = await called(thing);
      await given(thing.drop)();
      await stays(scenario, 'CONFLICT', thing.state);
    },
  },
  {
    title: 'additions by others: a CONFLICT, and nothing is removed',
    needs: 'add',
    run: async (subject) => {
      const absent = await given(subject.newAbsent)();
      const { scenario, response } = await made(absent);
      await given(absent.add)(response);
      await stays(scenario, 'CONFLICT', absent.state);
      expect(await scenario.fieldResults()).not.toContain('restored');
    },
  },
  {
    title: 'answer lost: UNKNOWN without a proof, and undone by force',
    run: async (subject) => {
      const thing = await subject.newThing();
      const before = await thing.state();
      const call = callOn(thing);
      const scenario = await newScenario(call);
      const id = await scenario.ask(call);
      await call.act();
      await scenario.confirm(id, 'UNKNOWN');
      expect(await scenario.isDirty()).toBe(true);
      await isUnproved(scenario, id, thing.state);
      await isForced(scenario, id);
      expect(await thing.state()).toEqual(before);
    },
  },
  {
    title: 'never confirmed: UNKNOWN without a proof, undone by force, and skipped where it had no effect',
    run: async (subject) => {
      const [first, second] = [await subject.newThing(), await subject.newThing()];
      const before = [await first.state(), await second.state()];
      const call = callOn(first);
      const scenario = await newScenario(call);
      const id = await scenario.ask(call);
      await call.act();
      await scenario.ask(callOn(second));
      const done = await first.state();
      expect((await scenario.rollBack()).outcomes).toEqual(['SKIPPED', 'UNKNOWN']);
      expect(await first.state()).toEqual(done);
      const report = await scenario.rollBack(undefined, [id]);
      expect(report).toMatchObject({ ...REVERTED, outcomes: ['SKIPPED', 'ROLLED_BACK'] });
      expect([await first.state(), await second.state()]).toEqual(before);
    },
  },
  {
    title: 'never ran, done by a person: UNKNOWN, and it stays',
    run: async (subject) => {
      const thing = await subject.newThing();
      const call = callOn(thing);
      const scenario = await newScenario(call);
      const id = await scenario.ask(call);
      await byHand(thing);
      await isUnproved(scenario, id, thing.state);
    },
  },
  {
    title: 'reported as failed, done by a person: UNKNOWN, and it stays',
    run: async (subject) => {
      const thing = await subject.newThing();
      const call = callOn(thing);
      const scenario = await newScenario(call);
      const id = await scenario.ask(call);
      await scenario.confirm(id, 'FAILED', { response: { error: 'socket hang up' } });
      await byHand(thing);
      await isUnproved(scenario, id, thing.state);
    },
  },
  {
    title: 'never ran, made by a person: UNKNOWN, and it stays',
    needs: 'absent',
    run: async (subject) => {
      const absent = await given(subject.newAbsent)();
      const call = absent.make();
      const scenario = await newScenario(call);
      await scenario.ask(call);
      await call.act();
      await stays(scenario, 'UNKNOWN', absent.state, UNCERTAIN);
    },
  },
  {
    title: 'refused: what another client does by hand afterwards is not undone',
    run: async (subject) => {
      const thing = await subject.newThing();
      const call = callOn(thing);
      const scenario = await newScenario(call);
      const id = await scenario.ask(call);
      await scenario.confirm(id, 'FAILED', { response: { refusal: { status: 403, code: 'forbidden' } } });
      const other = await subject.newThing();
      await scenario.run(callOn(other));
      await byHand(thing);
      const now = await thing.state();
      const report = await scenario.rollBack();
      expect(report.outcomes).toContain('ROLLED_BACK');
      expect(await thing.state()).toEqual(now);
    },
  },
  {
    title: 'made and deleted in one session: it is gone',
    needs: 'removeMade',
    run: async (subject) => {
      const absent = await given(subject.newAbsent)();
      const { before, scenario, response } = await made(absent);
      await scenario.run(given(absent.remove)(response));
      await isReverted(scenario);
      expect(await absent.state()).toEqual(before);
    },
  },
  {
    title: 'changed and deleted in one session: it is as before',
    needs: ['remove', 'change'],
    run: async (subject) => {
      const thing = await subject.newThing();
      const before = await thing.state();
      const call = callOn(thing);
      const scenario = await newScenario(call);
      await scenario.run(call);
      await scenario.run(given(thing.remove)());
      await isReverted(scenario);
      expect(await thing.state()).toEqual(before);
    },
  },
  {
    title: 'put back by hand: UNKNOWN',
    needs: 'change',
    run: async (subject) => {
      const thing = await subject.newThing();
      const { scenario } = await called(thing);
      await given(thing.set)('a');
      await stays(scenario, 'UNKNOWN', thing.state);
    },
  },
  {
    title: 'stale snapshot: what nothing shows is told by the plan and the report',
    needs: 'isBlind',
    run: async (subject) => {
      const thing = await subject.newThing();
      const before = await thing.state();
      const call = callOn(thing);
      const scenario = await newScenario(call);
      await scenario.run(overtaken(thing, call));
      expect(await saysUnseen(scenario)).toEqual([true]);
      const { displayStatus, details } = await scenario.rollBack();
      expect([displayStatus, details]).toEqual(['REVERTED', [expect.stringContaining(UNSEEN)]]);
      expect(await thing.state()).toEqual(before);
    },
  },
  {
    title: 'stale snapshot: what the call shows is not written over',
    needs: 'changeShown',
    run: async (subject) => {
      const thing = await subject.newThing();
      const scenario = await newScenario(callOn(thing));
      const before = await thing.state();
      const { isRefused } = await scenario.attempt(overtaken(thing, given(thing.changeShown)('x')));
      expect(await thing.state()).not.toEqual(before);
      if (isRefused) expect(await scenario.isDirty()).toBe(false);
      else await stays(scenario, 'CONFLICT', thing.state);
    },
  },
  {
    title: 'stale snapshot: a call that shows what it replaced is undone without a doubt',
    needs: 'changeShown',
    run: async (subject) => {
      const thing = await subject.newThing();
      const before = await thing.state();
      const call = given(thing.changeShown)('x');
      const scenario = await newScenario(call);
      await scenario.run(call);
      expect(await saysUnseen(scenario)).toEqual([false]);
      await isReverted(scenario);
      expect(await thing.state()).toEqual(before);
    },
  },
  {
    title: 'a→x→a: UNKNOWN from the middle, REVERTED as a session',
    needs: 'change',
    run: async (subject) => {
      const thing = await subject.newThing();
      const { before, scenario, id } = await called(thing);
      await scenario.run(given(thing.change)('a'));
      expect((await scenario.rollBack(id)).outcomes).toEqual(['UNKNOWN']);
      expect(await thing.state()).toEqual(before);
      await isReverted(scenario);
      expect(await thing.state()).toEqual(before);
    },
  },
  ...PERFORMED,
  {
    title: 'wrong target: nothing is undone elsewhere',
    run: async (subject) => {
      const thing = await subject.newThing();
      const { before, scenario } = await called(thing);
      const call = callOn(thing);
      await scenario.leadTo({ ...call, context: { ...call.context, credentials: subject.elsewhere } });
      await stays(scenario, 'IRREVERSIBLE', thing.state);
      await scenario.leadTo(call);
      await isReverted(scenario);
      expect(await thing.state()).toEqual(before);
    },
  },
  {
    title: 'unknown members: the plan says that nothing undoes it',
    run: async (subject) => {
      const thing = await subject.newThing();
      const call = callOn(thing);
      const scenario = await newScenario(call);
      const payload = { ...call.payload, aMemberThatNothingKnows: 1 };
      await expect(scenario.ask({ ...call, payload })).rejects.toThrow('was not captured');
    },
  },
];

/**
 * A third of the scenarios run for each connector, and a third of the connectors for each scenario; all of them run in
 * the campaign `scenarios`.
 */
const runsHere = (column: number, name: string) => isFull || (column + Object.keys(CASES).indexOf(name)) % 3 === 0;

/**
 * Declares the scenarios of every connector, over HTTP, with the provider's own client on both sides.
 * @param name of the subject in `cells.mjs`, which says what it lacks, and why
 */
export function itHolds(name: string, open: () => Promise<Subject>): void {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.stop());

  const { lacks = {} } = CASES[name] ?? {};
  for (const { title, needs = [], run } of SCENARIOS.filter((_, column) => runsHere(column, name))) {
    const missing = [needs].flat().find((one) => lacks[one]);
    if (missing)
      it(`${title}: not applicable, for ${lacks[missing]}`, async () =>
        expect(await has(subject, missing)).toBe(false));
    else it(title, () => run(subject));
  }
}

async function has(subject: Subject, need: Need): Promise<boolean> {
  if (need === 'absent') return subject.newAbsent !== undefined;
  if (need === 'removeMade') return (await subject.newAbsent?.())?.remove !== undefined;
  if (need === 'add') return (await subject.newAbsent?.())?.add !== undefined;
  if (need === 'isBlind') return subject.isBlind === true;
  if (need === 'performs') return callOn(await subject.newThing()).connector.perform !== undefined;
  return (await subject.newThing())[need] !== undefined;
}
