import fc from 'fast-check';
import { compilePolicies } from '../../../src/policies/matcher.js';
import type { Condition, PolicyAction, PolicyRule, PolicySubject, Verdict } from '../../../src/policies/policy.js';
import { sized } from '../../support/campaign-size.js';
import { patience } from '../../support/patience.mjs';

describe('the compiled policies', () => {
  const [lists, calls, runs] = [40, 40, sized({ short: 50, full: 625 })];

  it(
    `decide as a plain reading of the rules does, on ${lists * calls * runs} random calls`,
    () => {
      let compared = 0;
      const exactly = <T>(arbitrary: fc.Arbitrary<T>, length: number) =>
        fc.array(arbitrary, { minLength: length, maxLength: length });
      fc.assert(
        fc.property(exactly(ruleLists, lists), exactly(subjects, calls), (manyRules, manyCalls) => {
          for (const rules of manyRules) {
            const judge = compilePolicies(rules);
            for (const call of manyCalls) {
              compared++;
              if (JSON.stringify(judge(call)) !== JSON.stringify(plainVerdict(rules, call))) return false;
            }
          }
          return true;
        }),
        { numRuns: runs },
      );
      expect(compared).toBe(lists * calls * runs);
    },
    patience(120_000),
  );
});

const values = fc.constantFrom<unknown>(
  ...[null, true, false, 0, 1, 500, 501, -0, '', 'a', 'ab', 'ba', '501', [], [1, 'a'], ['a', { b: 1 }], {}],
  ...[{ a: 1, b: [0] }, { b: [0], a: 1 }, { b: 1 }, ['ab'], { length: 1 }],
);
const fields = fc.constantFrom(
  ...['a', 'b', 'payload.a', 'a.b', 'payload.b.0', 'a.length', 'b.a.b', 'missing', 'toString', 'payload.agentId'],
  ...[
    'agentId',
    'apiName',
    'driftScore',
    'driftPercentile',
    'operationType',
    'reversibility',
    'captureFailed',
    'payload.payload',
    'driftScore.a',
  ],
);
const numbers = fc.constantFrom(-1, 0, 0.5, 1, 500);
const texts = fc.constantFrom('', 'a', 'b', '50', 'a.b');
const globs = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 4 });
const tests = fc.oneof(
  fc.record({ operator: fc.constantFrom('eq', 'neq', 'contains'), value: values }),
  fc.record({ operator: fc.constantFrom('gt', 'gte', 'lt', 'lte'), value: numbers }),
  fc.record({ operator: fc.constantFrom('in', 'not_in'), value: fc.array(values, { maxLength: 3 }) }),
  fc.record({ operator: fc.constantFrom('starts_with', 'ends_with'), value: texts }),
  fc.record({
    operator: fc.constantFrom('glob', 'not_glob'),
    value: fc.oneof(globs, fc.array(globs, { maxLength: 2 })),
  }),
  fc.record({ operator: fc.constant('exists' as const), value: fc.boolean() }),
);
const comparisons: fc.Arbitrary<Condition> = fc
  .tuple(fields, tests, fc.boolean())
  .map(([field, test, lenient]) => (lenient ? { field, ...test, onMissing: 'match' } : { field, ...test }));
const groupsOf = (members: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc
    .tuple(fc.boolean(), fc.array(members, { minLength: 1, maxLength: 3 }))
    .map(([every, list]) => (every ? { all: list } : { any: list }));
const shallow = fc.oneof(comparisons, comparisons, groupsOf(comparisons));
const conditions = fc.oneof(fc.constant(null), shallow, shallow, groupsOf(shallow));

const patterns = fc
  .array(fc.constantFrom('a', 'b', 'c', '*'), { minLength: 1, maxLength: 4 })
  .map((it) => it.join('.'));
const apiNames = fc
  .array(fc.constantFrom('a', 'b', 'c', 'A', ''), { minLength: 1, maxLength: 4 })
  .map((it) => it.join('.'));
const rules = fc.record<Omit<PolicyRule, 'id'>>({
  apiNamePattern: patterns,
  condition: conditions,
  action: fc.constantFrom('ALLOW', 'REQUIRE_APPROVAL', 'BLOCK'),
  enabled: fc.constantFrom(true, true, true, false),
  mode: fc.constantFrom('enforce', 'enforce', 'shadow'),
  reason: fc.constantFrom(null, '', 'r1', 'r2'),
  requiredApprovals: fc.constantFrom(1, 1, 2, 3),
});
const ruleLists = fc
  .array(rules, { maxLength: 6 })
  .map((list) => list.map((it, index) => ({ id: `p${index}`, ...it })));
const members = fc.oneof(values, fc.record({ a: values, b: values }, { requiredKeys: [] }));
const subjects = fc.record<PolicySubject>({
  apiName: apiNames,
  operationType: fc.constantFrom('CREATE', 'a'),
  payload: fc.record({ a: members, b: members, agentId: values, payload: values }, { requiredKeys: [] }),
  agentId: fc.constantFrom('a', 'ab', '501'),
  reversibility: fc.constantFrom('exact', 'compensating', 'none', 'unknown'),
  captureFailed: fc.constantFrom<boolean | 'unknown'>(true, false, 'unknown'),
  facts: fc.constantFrom(null, {}),
  at: fc.constant(new Date('2026-03-01T12:30:00.000Z')),
  session: fc.constant(null),
  driftScore: fc.constantFrom(null, 0, 0.5, 1),
  driftPercentile: fc.constantFrom(null, 0, 50, 100),
});

const DRIFT = ['driftScore', 'driftPercentile'];

/** The rules of docs/contract.md read aloud, as slowly as it likes and sharing nothing with the compiled form. */
function plainVerdict(all: readonly PolicyRule[], call: PolicySubject): Verdict {
  const outcome = (mode: string) => {
    const hits = all.filter(
      (it) => it.enabled && it.mode === mode && plainPattern(it.apiNamePattern, call.apiName) && plainHolds(it, call),
    );
    const decision: PolicyAction =
      (['BLOCK', 'REQUIRE_APPROVAL'] as const).find((act) => hits.some((it) => it.action === act)) ?? 'ALLOW';
    const [blocks, gates, allows] = ['BLOCK', 'REQUIRE_APPROVAL', 'ALLOW'].map((act) =>
      hits.filter((it) => it.action === act),
    );
    return { decision, hits: [...(blocks ?? []), ...(gates ?? []), ...(allows ?? [])] };
  };
  const enforced = outcome('enforce');
  const shadow = outcome('shadow');
  const reasons = enforced.hits.flatMap((it) => (it.action === enforced.decision && it.reason ? [it.reason] : []));
  return {
    decision: enforced.decision,
    policyIds: enforced.hits.map((it) => it.id),
    reason: reasons[0] ?? null,
    requiredApprovals:
      enforced.decision === 'REQUIRE_APPROVAL'
        ? Math.max(...enforced.hits.map((it) => (it.action === 'REQUIRE_APPROVAL' ? (it.requiredApprovals ?? 1) : 1)))
        : 1,
    fingerprints:
      enforced.decision === 'REQUIRE_APPROVAL'
        ? enforced.hits.flatMap((it) => (it.action === 'REQUIRE_APPROVAL' ? [it.id] : []))
        : [],
    shadow: { decision: shadow.decision, policyIds: shadow.hits.map((it) => it.id) },
    matches: [...enforced.hits, ...shadow.hits].map(({ id, action, mode }) => ({ id, action, mode })),
  };
}

function plainPattern(pattern: string, apiName: string): boolean {
  const source = pattern
    .split('.')
    .map((segment, at, list) => (segment !== '*' ? segment : at === list.length - 1 ? '.*' : '[^.]*'))
    .join('\\.');
  return new RegExp(`^${source}$`, 's').test(apiName);
}

function plainHolds(policy: PolicyRule, call: PolicySubject): boolean {
  const check = (node: Condition): boolean => {
    if ('all' in node) return !node.all.some((it) => !check(it));
    if ('any' in node) return node.any.filter(check).length > 0;
    const found = plainRead(node.field, call);
    const restricts = policy.action !== 'ALLOW';
    if (['reversibility', 'captureFailed'].includes(node.field) && found[0] === 'unknown') return restricts;
    if (found.length === 0) {
      if (node.onMissing) return true;
      const argument = node.field.replace(/^payload\./, '').split('.')[0] ?? '';
      const isThere = Object.keys(call.payload ?? {}).includes(argument);
      if (restricts && !DRIFT.includes(node.field) && node.operator !== 'exists' && !isThere) return true;
      return ['neq', 'not_in', 'not_glob'].includes(node.operator) || (node.operator === 'exists' && !node.value);
    }
    return plainTest(node.operator, found[0], node.value, policy.action);
  };
  return policy.condition === null || check(policy.condition);
}

/** The value in a list, or an empty list. */
function plainRead(field: string, call: PolicySubject): unknown[] {
  const { payload, ...own } = call;
  const direct = Object.entries(own).find(([name]) => name === field);
  if (direct) return DRIFT.includes(direct[0]) && direct[1] === null ? [] : [direct[1]];
  let found: unknown[] = [payload];
  for (const step of field.replace(/^payload\./, '').split('.')) {
    found = found.flatMap((it) => {
      if (Array.isArray(it) && step === 'length') return [it.length];
      if (typeof it !== 'object' || it === null) return [];
      return Object.entries(it).flatMap(([name, value]) => (name === step ? [value] : []));
    });
  }
  return found;
}

function plainTest(operator: string, actual: unknown, wanted: unknown, action: PolicyAction): boolean {
  const same = (x: unknown, y: unknown) => sorted(x) === sorted(y);
  const listed = Array.isArray(wanted) && wanted.some((it) => same(it, actual));
  const ordered = (test: (x: number, y: number) => boolean) =>
    typeof actual === 'number' && typeof wanted === 'number' ? test(actual, wanted) : action !== 'ALLOW';
  switch (operator) {
    case 'eq':
      return same(actual, wanted);
    case 'neq':
      return !same(actual, wanted);
    case 'gt':
      return ordered((x, y) => x > y);
    case 'gte':
      return ordered((x, y) => x > y || x === y);
    case 'lt':
      return ordered((x, y) => x < y);
    case 'lte':
      return ordered((x, y) => x < y || x === y);
    case 'in':
      return listed;
    case 'not_in':
      return !listed;
    case 'contains':
      if (Array.isArray(actual)) return actual.map(sorted).includes(sorted(wanted));
      return typeof actual === 'string' && typeof wanted === 'string' && actual.indexOf(wanted) >= 0;
    case 'starts_with':
      return typeof actual === 'string' && actual.indexOf(String(wanted)) === 0;
    case 'ends_with':
      return typeof actual === 'string' && actual.slice(actual.length - String(wanted).length) === wanted;
    case 'glob':
    case 'not_glob': {
      if (typeof actual !== 'string') return action !== 'ALLOW';
      const forms = [wanted].flat().map((form) => String(form).replaceAll('*', '.*').replaceAll('?', '.'));
      return forms.some((form) => new RegExp(`^${form}$`, 'su').test(actual)) === (operator === 'glob');
    }
    default:
      return wanted === true;
  }
}

/** Returns the same text for equal values, independent of the order of their keys. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, it) =>
    it && typeof it === 'object' && !Array.isArray(it) ? Object.fromEntries(Object.entries(it).sort()) : it,
  );
}
