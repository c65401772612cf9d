import { FaultyNetwork } from '../../campaigns/faults/support/faulty-network.js';
import { accessTo } from '../../campaigns/faults/support/places.js';
import { newScenario } from '../../support/scenario.js';
import { dynamodb } from '../subjects/dynamodb.js';
import { given, type Subject } from '../subjects/subject.js';

/** The number of attempts that each call of a connector gets. */
const TRIES = 4;

let subject: Subject;
beforeAll(async () => {
  subject = await dynamodb();
});
afterAll(() => subject.stop());

async function newAbsent() {
  const absent = await given(subject.newAbsent)();
  return { ...absent, remove: given(absent.remove) };
}

describe('two calls of one session on the same resource', () => {
  it('whose older one was never confirmed are both undone once the older one is forced', async () => {
    const absent = await newAbsent();
    const make = absent.make();
    const scenario = await newScenario(make);
    const id = await scenario.ask(make);
    await make.act();
    await scenario.run(absent.remove(null));
    expect((await scenario.rollBack()).outcomes).toEqual(['ROLLED_BACK', 'UNKNOWN']);
    expect(await absent.state()).not.toBeNull();
    expect(await scenario.rollBack(undefined, [id])).toMatchObject({
      displayStatus: 'REVERTED',
      outcomes: ['ROLLED_BACK'],
    });
    expect(await absent.state()).toBeNull();
  });

  it('are not both decided: the older one stays open while the newer one hides its effect', async () => {
    const thing = await subject.newThing();
    const first = given(thing.change)('x');
    const scenario = await newScenario(first);
    await scenario.ask(first);
    await first.act();
    await scenario.run(given(thing.change)('y'));
    await given(thing.set)('a');
    expect(await scenario.rollBack()).toMatchObject({
      displayStatus: 'ROLLBACK_FAILED',
      outcomes: ['CONFLICT', 'UNKNOWN'],
      details: [expect.any(String), expect.stringContaining('Another call of this session on the same resource')],
    });
  });

  it('are undone in their order: while the newer one cannot be, the older one is left alone', async () => {
    const absent = await newAbsent();
    const network = new FaultyNetwork();
    const access = await accessTo(subject, network);
    const make = absent.make();
    const scenario = await newScenario({ ...make, context: { ...make.context, credentials: access.credentials } });
    await scenario.run(make);
    await scenario.ask(absent.remove(null));
    const made = await absent.state();
    network.follow((turn) => (turn < TRIES ? { kind: 'cut connection', when: 'before' } : null));
    const report = await scenario.rollBack();
    expect(report.outcomes).toEqual(['ROLLBACK_FAILED', 'ROLLBACK_FAILED']);
    expect(report.details[1]).toMatch(/^A newer call on .* has to be undone first, and that failed\.$/);
    expect(await absent.state()).toEqual(made);
    network.follow(null);
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED' });
    expect(await absent.state()).toBeNull();
    await access.stop();
  });

  it('are not both decided: the newer one stays open when an undo of the older one has the same effect', async () => {
    const absent = await newAbsent();
    const make = absent.make();
    const scenario = await newScenario(make);
    const { id } = await scenario.run(make);
    await scenario.ask(absent.remove(null));
    expect(await scenario.rollBack(id)).toMatchObject({ outcomes: ['ROLLED_BACK'] });
    expect((await scenario.rollBack()).outcomes).toEqual(['UNKNOWN']);
    expect(await absent.state()).toBeNull();
  });
});
