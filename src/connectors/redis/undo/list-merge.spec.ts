import fc from '../../../../test/support/properties.js';
import { listWithout } from './list-merge.js';

type Step = { readonly does: 'push' | 'pop'; readonly end: 'left' | 'right' };

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('push' as const, 'pop' as const),
  end: fc.constantFrom('left' as const, 'right' as const),
});

function run(elements: readonly string[], { does, end }: Step, added: string): string[] {
  if (does === 'push') return end === 'left' ? [added, ...elements] : [...elements, added];
  return end === 'left' ? elements.slice(1) : elements.slice(0, -1);
}

/** Other clients push at one end, or they pop there. */
const traffic = (end: Step['end']) =>
  fc
    .tuple(fc.constantFrom('push' as const, 'pop' as const), fc.nat({ max: 3 }))
    .map(([does, times]) => Array.from({ length: times }, (): Step => ({ does, end })));

/** The call of the agent, and the later calls of another client, with or without that call. */
const story = fc.record({
  before: fc.nat({ max: 5 }).map((length) => Array.from({ length }, (_, index) => `b${index}`)),
  call: step,
  others: fc.tuple(traffic('left'), traffic('right')).map((both) => both.flat()),
});

const leftBy = (elements: readonly string[], others: readonly Step[]) =>
  others.reduce((list, one, index) => run(list, one, `other${index}`), [...elements]);

/** A pop of an empty list leaves no trace, but with the call it would have taken the call's element. */
const popsNothing = (elements: readonly string[], others: readonly Step[]) =>
  others.some(({ does }, index) => does === 'pop' && leftBy(elements, others.slice(0, index)).length === 0);

describe('the list without a call', () => {
  it('is the list that other clients would have left without it, or is not decided', () => {
    const told = { count: 0 };
    fc.assert(
      fc.property(story, ({ before, call, others }) => {
        const left = run(before, call, 'agent');
        // A list that reads as the call left it counts as untouched.
        fc.pre(!popsNothing(left, others) && String(leftBy(left, others)) !== String(left));
        const result = listWithout(before, left, leftBy(left, others));
        if (result === null) return;
        told.count += 1;
        expect(result).toEqual(leftBy(before, others));
      }),
      { numRuns: 2_000 },
    );
    expect(told.count).toBeGreaterThan(500);
  });

  it('is found when other clients only pushed beside elements of the list', () => {
    const pushes = fc.array(fc.constantFrom('left' as const, 'right' as const), { maxLength: 4 });
    fc.assert(
      fc.property(story, pushes, ({ before, call }, ends) => {
        const left = run(before, call, 'agent');
        fc.pre(left.length > 0);
        const others = ends.map((end): Step => ({ does: 'push', end }));
        expect(listWithout(before, left, leftBy(left, others))).toEqual(leftBy(before, others));
      }),
    );
  });

  it('is not decided where equal elements leave more than one place', () => {
    expect(listWithout(['a'], ['new', 'a'], ['new', 'a', 'z', 'new', 'a'])).toBeNull();
    expect(listWithout(['a'], [], ['b'])).toBeNull();
  });
});
