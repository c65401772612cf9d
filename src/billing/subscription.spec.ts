import { sized } from '../../test/support/campaign-size.js';
import fc from '../../test/support/properties.js';
import { highest, planOf, type SubscriptionChange, type SubscriptionState, stateAfter } from './subscription.js';

const SOLD = { PRO: 'price_pro', TEAM: 'price_team' };
const state = (status: string, ...prices: string[]): SubscriptionState => ({ status, prices });
const pro = (status: string) => state(status, 'price_pro');
const changed = (was: string | null, status: string): SubscriptionChange => ({
  kind: 'changed',
  was: was === null ? null : pro(was),
  became: pro(status),
});
const created = (status: string): SubscriptionChange => ({ kind: 'created', was: null, became: pro(status) });
const ended: SubscriptionChange = { kind: 'ended', was: null, became: pro('canceled') };

describe('the plan of a subscription', () => {
  it.each(['active', 'trialing'])('is that of its price while it is %s', (status) => {
    expect(planOf(state(status, 'price_pro'), SOLD)).toBe('PRO');
    expect(planOf(state(status, 'price_team'), SOLD)).toBe('TEAM');
    expect(planOf(state(status, 'price_pro', 'price_team'), SOLD)).toBe('TEAM');
    expect(planOf(state(status, 'price_else'), SOLD)).toBe('FREE');
    expect(planOf(state(status), { PRO: null, TEAM: null })).toBe('FREE');
  });

  it.each(['incomplete', 'incomplete_expired', 'past_due', 'unpaid', 'canceled', 'paused', 'unknown', 'ACTIVE', ''])(
    'is FREE while it is "%s"',
    (status) => {
      expect(planOf(state(status, 'price_team'), SOLD)).toBe('FREE');
    },
  );

  it('is the highest of several', () => {
    expect(highest([])).toBe('FREE');
    expect(highest(['FREE', 'TEAM', 'PRO'])).toBe('TEAM');
  });
});

describe('the state of a subscription after one second', () => {
  it.each<[string, SubscriptionChange[], string]>([
    ['its only event', [changed('trialing', 'past_due')], 'past_due'],
    ['whatever came after its creation', [created('incomplete'), changed(null, 'active')], 'active'],
    [
      'the end of a chain',
      [created('incomplete'), changed('incomplete', 'active'), changed('active', 'past_due')],
      'past_due',
    ],
    [
      'the end of a chain that goes to and fro',
      [changed('incomplete', 'active'), changed('active', 'past_due'), changed('past_due', 'active')],
      'active',
    ],
    [
      'where its creation left it, when it came back there',
      [created('active'), changed('active', 'past_due'), changed('past_due', 'active')],
      'active',
    ],
    ['unmoved by a change of something else', [changed('active', 'active'), changed('active', 'unpaid')], 'unpaid'],
    ['unmoved by an event that changes nothing', [changed(null, 'trialing'), changed('trialing', 'active')], 'active'],
    ['its end, whatever else is told', [changed('past_due', 'active'), ended, created('active')], 'canceled'],
    ['in doubt, what gives less', [changed(null, 'active'), changed(null, 'past_due')], 'past_due'],
    [
      'in doubt after a circle, what gives less',
      [changed('active', 'past_due'), changed('past_due', 'active')],
      'past_due',
    ],
  ])('is %s', (_, changes, status) => {
    expect(stateAfter(changes, SOLD).status).toBe(status);
  });

  it('is in doubt the lower of two plans', () => {
    const upgrade = { kind: 'changed', was: null, became: state('active', 'price_team') } as const;
    expect(stateAfter([upgrade, changed(null, 'active')], SOLD).prices).toEqual(['price_pro']);
  });

  const statuses = fc.constantFrom('incomplete', 'active', 'trialing', 'past_due', 'unpaid');

  it('is the last state of any sequence, in whichever order its events arrive, unless it ends where it began', () => {
    let walks = 0;
    const walk = fc.array(statuses, { minLength: 2, maxLength: 7 }).filter((path) => path[0] !== path.at(-1));
    fc.assert(
      fc.property(
        walk.chain((path) => {
          const steps = path.slice(1).map((status, index) => changed(path[index] ?? '', status));
          return fc.tuple(fc.constant(path.at(-1)), fc.shuffledSubarray(steps, { minLength: steps.length }));
        }),
        ([last, steps]) => {
          walks++;
          expect(stateAfter(steps, SOLD).status).toBe(last);
        },
      ),
    );
    expect(walks).toBe(100);
  });

  it('is the same in every order of any events', () => {
    const change = fc.record({
      kind: fc.constantFrom('created', 'changed', 'ended') as fc.Arbitrary<SubscriptionChange['kind']>,
      was: fc.option(statuses.map(pro)),
      became: fc.record({ status: statuses, prices: fc.subarray(['price_pro', 'price_team']) }),
    });
    const told = fc
      .array(change, { minLength: 1, maxLength: 6 })
      .chain((changes) => fc.tuple(fc.constant(changes), fc.shuffledSubarray(changes, { minLength: changes.length })));
    fc.assert(
      fc.property(told, ([one, other]) => {
        expect(stateAfter(other, SOLD)).toEqual(stateAfter(one, SOLD));
      }),
      { numRuns: sized({ short: 150, full: 1_000 }) },
    );
  });

  it('is nothing without an event', () => {
    expect(() => stateAfter([], SOLD)).toThrow('a second without an event');
  });
});
