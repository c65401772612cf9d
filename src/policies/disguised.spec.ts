import { sized } from '../../test/support/campaign-size.js';
import fc from '../../test/support/properties.js';
import { compilePolicies } from './matcher.js';
import type { Condition, PolicyAction, PolicyRule, PolicySubject } from './policy.js';

/** Texts and numbers from few values, so that comparisons often hold. */
const texts = fc.constantFrom('a', 'b', 'ab', 'é', 'É-x', '5', 'ba');
const numbers = fc.constantFrom(-1, 0, 5, 600);
const flags = fc.boolean();
const payloads = fc.record(
  {
    to: texts,
    amount: numbers,
    force: flags,
    tags: fc.array(texts, { maxLength: 3 }),
    values: fc.record({ to: texts, amount: numbers }, { requiredKeys: [] }),
    names: fc.record({ first: texts, last: texts }, { requiredKeys: [] }),
    items: fc.array(fc.record({ to: texts, amount: numbers }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const ofText = (field: string, folds: boolean) =>
  fc
    .oneof(
      fc.record({ operator: fc.constantFrom('eq', 'neq', 'contains', 'starts_with', 'ends_with'), value: texts }),
      fc.record({ operator: fc.constantFrom('in', 'not_in'), value: fc.array(texts, { maxLength: 3 }) }),
      fc.record({ operator: fc.constantFrom('glob', 'not_glob'), value: texts.map((text) => `${text}*`) }),
    )
    .map((test) => ({ field, ...test, ...(folds && { ignoreCase: true }) }));
const ofNumber = (field: string) =>
  fc
    .oneof(
      fc.record({ operator: fc.constantFrom('gt', 'gte', 'lt', 'lte', 'eq', 'neq'), value: numbers }),
      fc.record({ operator: fc.constantFrom('in', 'not_in'), value: fc.array(numbers, { maxLength: 3 }) }),
    )
    .map((test) => ({ field, ...test }));
const comparisonsOf = (folds: boolean) =>
  fc.oneof(
    ...['to', 'payload.values.to', 'items.*.to', 'tags.*', 'names.*'].map((field) => ofText(field, folds)),
    ...['amount', 'values.amount', 'items.*.amount', '*.amount'].map(ofNumber),
    fc.record({ field: fc.constant('force'), operator: fc.constantFrom('eq', 'neq'), value: flags }),
    texts.map((value) => ({ field: 'tags', operator: 'contains', value, ...(folds && { ignoreCase: true }) })),
    fc.record({
      field: fc.constantFrom('to', 'values.to', 'items.*.amount'),
      operator: fc.constant('exists'),
      value: flags,
    }),
  ) as fc.Arbitrary<Condition>;
const conditionsOf = (folds: boolean) => {
  const comparisons = comparisonsOf(folds);
  const list = fc.array(comparisons, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    comparisons,
    list.map((all) => ({ all })),
    list.map((any) => ({ any })),
  ) as fc.Arbitrary<Condition>;
};

/** One way to write a value, or a key, so that a lenient receiver still reads the same. */
type Disguise = 'list' | 'json' | 'twice' | 'text' | 'unicode' | 'case' | 'key' | 'decoy';
const DISGUISES: readonly Disguise[] = ['list', 'json', 'twice', 'text', 'unicode', 'case', 'key', 'decoy'];

const otherKey = (key: string, pick: number) =>
  [`${key[0]?.toUpperCase()}${key.slice(1)}`, `${key}\u200b`, ` ${key}`, `_${key}`, key.replace('a', 'а')][pick % 5] ??
  '';

/** JSON in which the first member stands twice: a receiver takes the first one, or the last one. */
function spelledTwice(value: object, pick: number): string {
  const spelled = JSON.stringify(value);
  const [name = 'a'] = Object.keys(value);
  const decoy = `${JSON.stringify(name)}:"zz"`;
  if (Array.isArray(value) || spelled === '{}') return spelled;
  return pick % 2 ? `\ufeff{${decoy},${spelled.slice(1)}` : `${spelled.slice(0, -1)},${decoy}} `;
}

function disguised(value: unknown, ways: readonly Disguise[], next: () => number): unknown {
  const way = ways[next() % ways.length];
  const inside = Array.isArray(value)
    ? value.map((member) => disguised(member, ways, next))
    : typeof value === 'object' && value !== null
      ? disguisedKeys(value, ways, next)
      : value;
  if (way === 'list') return [inside];
  if (way === 'json') return JSON.stringify(inside);
  if (way === 'twice' && typeof inside === 'object' && inside !== null) return spelledTwice(inside, next());
  if (way === 'text' && typeof value !== 'object') return String(value);
  if (way === 'unicode' && typeof inside === 'string') return inside.normalize('NFD');
  if (way === 'case' && typeof inside === 'string') return next() % 2 ? inside.toUpperCase() : inside.toLowerCase();
  return inside;
}

function disguisedKeys(value: object, ways: readonly Disguise[], next: () => number): object {
  const entries: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const way = ways[next() % ways.length];
    const inside = disguised(member, ways, next);
    if (way === 'decoy') entries.push([key, ['zz', 100, true][next() % 3]]);
    entries.push([way === 'key' || way === 'decoy' ? otherKey(key, next()) : key, inside]);
  }
  return Object.fromEntries(entries);
}

const judged = (rule: Partial<PolicyRule>, unmatched: PolicyAction, payload: object): PolicyAction => {
  const policy = {
    id: 'p',
    apiNamePattern: '*',
    condition: null,
    enabled: true,
    mode: 'enforce',
    reason: null,
    ...rule,
  };
  const subject: PolicySubject = {
    apiName: 'pay.out',
    operationType: 'EXECUTE',
    payload,
    agentId: 'a',
    reversibility: 'none',
    captureFailed: false,
    facts: {},
    at: new Date(),
    session: null,
    windows: { sessionId: 's', simulated: false, holds: new Map() },
    driftScore: null,
    driftPercentile: null,
  };
  return compilePolicies([policy as PolicyRule], unmatched)(subject).decision;
};

/** A policy, a payload, and the same payload in another form. */
const cases = fc
  .tuple(fc.boolean(), payloads, fc.infiniteStream(fc.nat(99)), fc.shuffledSubarray([...DISGUISES], { minLength: 1 }))
  .chain(([folds, payload, picks, chosen]) => {
    // A condition without `ignoreCase` says that the case matters.
    const ways = chosen.filter((way) => folds || way !== 'case');
    const plainOften: readonly Disguise[] = ways.length > 0 ? ways : ['list'];
    const next = () => picks.next().value as number;
    const disguise = disguisedKeys(payload, plainOften, next);
    return fc.record({
      condition: conditionsOf(folds),
      payload: fc.constant(payload),
      disguise: fc.constant(disguise),
    });
  });

const RUNS = { numRuns: sized({ short: 1_000, full: 20_000 }) };

describe('whatever an agent does to the form of a payload', () => {
  it.each(['BLOCK', 'REQUIRE_APPROVAL'] as const)('a policy that says %s matches it still', (action) => {
    let matched = 0;
    fc.assert(
      fc.property(cases, ({ condition, payload, disguise }) => {
        if (judged({ condition, action }, 'ALLOW', payload) === 'ALLOW') return true;
        matched++;
        return judged({ condition, action }, 'ALLOW', disguise) === action;
      }),
      RUNS,
    );
    expect(matched).toBeGreaterThan(RUNS.numRuns / 10);
  });

  it.each(['BLOCK', 'REQUIRE_APPROVAL'] as const)('a policy that allows does not lift the default %s', (unmatched) => {
    let unallowed = 0;
    fc.assert(
      fc.property(cases, ({ condition, payload, disguise }) => {
        if (judged({ condition, action: 'ALLOW' }, unmatched, payload) === 'ALLOW') return true;
        unallowed++;
        return judged({ condition, action: 'ALLOW' }, unmatched, disguise) === unmatched;
      }),
      RUNS,
    );
    expect(unallowed).toBeGreaterThan(RUNS.numRuns / 10);
  });

  it.each([[[]], [[[]]], ['[]'], [{}]])('an allow-list of each value needs a value, and %j is none', (none) => {
    const condition: Condition = { field: 'tags.*', operator: 'not_in', value: [] };
    const decide = (tags: unknown) => judged({ condition, action: 'ALLOW' }, 'BLOCK', { tags });
    expect(decide([none])).toBe('BLOCK');
    expect(decide(['a'])).toBe('ALLOW');
    expect(decide([none, 'a'])).toBe('ALLOW');
  });

  it.each([[['b', 'ba']], [[['b'], 'ba']], [[]]])(
    'an allow-list of what each text contains reads %j as texts',
    (list) => {
      const condition: Condition = { field: 'tags.*', operator: 'contains', value: 'ba' };
      const decide = (tags: unknown) => judged({ condition, action: 'ALLOW' }, 'BLOCK', { tags });
      expect(decide([list])).toBe('BLOCK');
      expect(decide([['ba', 'aba']])).toBe('ALLOW');
    },
  );

  it('would escape a policy that compares exactly', () => {
    const exactly = (condition: Condition, payload: object) =>
      judged({ condition, action: 'ALLOW' }, 'BLOCK', payload) === 'ALLOW';
    const { failed } = fc.check(
      fc.property(
        cases,
        ({ condition, payload, disguise }) => !exactly(condition, payload) || exactly(condition, disguise),
      ),
      RUNS,
    );
    expect(failed).toBe(true);
  });
});
