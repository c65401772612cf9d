import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { newScenario } from '../scenario.js';
import type { Absent, Subject, Thing } from './subject.js';

const REVERTED = { displayStatus: 'REVERTED' };
const NOT_REVERTED = { displayStatus: 'ROLLBACK_FAILED' };

/** The plan says that the calls will be undone, each with what does it. */
async function planned(scenario: Awaited<ReturnType<typeof newScenario>>): Promise<void> {
  for (const step of await scenario.plan()) {
    expect(step.class).not.toBe('impossible');
    expect(step.calls).not.toEqual([]);
  }
}

/** The agent has given the thing the value `x`. */
async function changed(thing: Thing) {
  const before = await thing.state();
  const call = thing.change('x');
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

/** Nothing is written, and the session stays dirty. */
async function stays(
  scenario: Awaited<ReturnType<typeof newScenario>>,
  outcome: string,
  state: () => Promise<unknown>,
): Promise<void> {
  const now = await state();
  const report = await scenario.rollBack();
  expect(report).toMatchObject({ ...NOT_REVERTED, outcomes: [outcome] });
  expect(await state()).toEqual(now);
  expect(await scenario.isDirty()).toBe(true);
}

/** What every connector is put through, over HTTP, with the provider's own client on both sides. */
export function itHolds(open: () => Promise<Subject>): void {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.stop());

  /** Null, and the test says so, where nothing undoes a creation. */
  const absentOf = async () => (await subject.newAbsent?.()) ?? null;

  it('round trip: a change', async () => {
    const thing = await subject.newThing();
    const { before, scenario } = await changed(thing);
    await isReverted(scenario);
    expect(await thing.state()).toEqual(before);
  });

  it('round trip: a deletion', async () => {
    const thing = await subject.newThing();
    const call = thing.remove?.();
    if (!call) return expect(thing.remove).toBeUndefined();
    const { before, scenario } = await removed(thing, call);
    await isReverted(scenario);
    expect(await thing.state()).toEqual(before);
  });

  it('round trip: a creation', async () => {
    const absent = await absentOf();
    if (!absent) return expect(subject.newAbsent).toBeUndefined();
    const { before, scenario } = await made(absent);
    await isReverted(scenario);
    expect(await absent.state()).toEqual(before);
  });

  it('other field: what another client has set since stays', async () => {
    const thing = await subject.newThing();
    if (!thing.setOther) return expect(thing.setOther).toBeUndefined();
    const { scenario } = await changed(thing);
    await thing.setOther('of another client');
    await isReverted(scenario);
    const twin = await subject.newThing();
    await twin.setOther?.('of another client');
    expect(await thing.state()).toEqual(await twin.state());
  });

  it('same field: a CONFLICT', async () => {
    const thing = await subject.newThing();
    const { scenario } = await changed(thing);
    await thing.set('of another client');
    await stays(scenario, 'CONFLICT', thing.state);
  });

  it('deleted by another client: a CONFLICT', async () => {
    const thing = await subject.newThing();
    if (!thing.drop) return expect(thing.drop).toBeUndefined();
    const { scenario } = await changed(thing);
    await thing.drop();
    await stays(scenario, 'CONFLICT', thing.state);
  });

  it('additions by others: a CONFLICT, and nothing is removed', async () => {
    const absent = await absentOf();
    if (!absent) return expect(subject.newAbsent).toBeUndefined();
    const { scenario, response } = await made(absent);
    await absent.add(response);
    await stays(scenario, 'CONFLICT', absent.state);
    expect(await scenario.fieldResults()).not.toContain('restored');
  });

  it('answer lost: a call that took effect is undone', async () => {
    const thing = await subject.newThing();
    const before = await thing.state();
    const call = thing.change('x');
    const scenario = await newScenario(call);
    const id = await scenario.ask(call);
    await call.act();
    await scenario.confirm(id, 'UNKNOWN');
    expect(await scenario.isDirty()).toBe(true);
    await isReverted(scenario);
    expect(await thing.state()).toEqual(before);
  });

  it('never confirmed: a call that took effect is undone, and one that did not is skipped', async () => {
    const [first, second] = [await subject.newThing(), await subject.newThing()];
    const before = [await first.state(), await second.state()];
    const call = first.change('x');
    const scenario = await newScenario(call);
    await scenario.ask(call);
    await call.act();
    await scenario.ask(second.change('x'));
    const report = await scenario.rollBack();
    expect(report).toMatchObject({ ...REVERTED, outcomes: ['SKIPPED', 'ROLLED_BACK'] });
    expect([await first.state(), await second.state()]).toEqual(before);
  });

  it('refused: what another client does by hand afterwards is not undone', async () => {
    const thing = await subject.newThing();
    const call = thing.change('x');
    const scenario = await newScenario(call);
    const id = await scenario.ask(call);
    await scenario.confirm(id, 'FAILED', { response: { refusal: { status: 403, code: 'forbidden' } } });
    const other = await subject.newThing();
    await scenario.run(other.change('x'));
    await thing.set('x');
    const now = await thing.state();
    const report = await scenario.rollBack();
    expect(report.outcomes).toContain('ROLLED_BACK');
    expect(await thing.state()).toEqual(now);
  });

  it('made and deleted in one session: it is gone', async () => {
    const absent = await absentOf();
    if (!absent?.remove) return expect(absent?.remove).toBeUndefined();
    const { before, scenario, response } = await made(absent);
    await scenario.run(absent.remove(response));
    await isReverted(scenario);
    expect(await absent.state()).toEqual(before);
  });

  it('changed and deleted in one session: it is as before', async () => {
    const thing = await subject.newThing();
    const before = await thing.state();
    const call = thing.change('x');
    const scenario = await newScenario(call);
    await scenario.run(call);
    const removal = thing.remove?.();
    if (!removal) return expect(thing.remove).toBeUndefined();
    await scenario.run(removal);
    await isReverted(scenario);
    expect(await thing.state()).toEqual(before);
  });

  it('put back by hand: UNKNOWN', async () => {
    const thing = await subject.newThing();
    const { scenario } = await changed(thing);
    await thing.set('a');
    await stays(scenario, 'UNKNOWN', thing.state);
  });

  it('a→x→a: UNKNOWN from the middle, REVERTED as a session', async () => {
    const thing = await subject.newThing();
    const { before, scenario, id } = await changed(thing);
    await scenario.run(thing.change('a'));
    expect((await scenario.rollBack(id)).outcomes).toEqual(['UNKNOWN']);
    expect(await thing.state()).toEqual(before);
    await isReverted(scenario);
    expect(await thing.state()).toEqual(before);
  });

  it('wrong target: nothing is undone elsewhere', async () => {
    const thing = await subject.newThing();
    const { before, scenario } = await changed(thing);
    const call = thing.change('x');
    await scenario.leadTo({ ...call, context: { ...call.context, credentials: subject.elsewhere } });
    await stays(scenario, 'IRREVERSIBLE', thing.state);
    await scenario.leadTo(call);
    await isReverted(scenario);
    expect(await thing.state()).toEqual(before);
  });

  it('unknown members: the plan says that nothing undoes it', async () => {
    const thing = await subject.newThing();
    const call = thing.change('x');
    const scenario = await newScenario(call);
    const payload = { ...call.payload, aMemberThatNothingKnows: 1 };
    await expect(scenario.ask({ ...call, payload })).rejects.toThrow('was not captured');
  });
}
