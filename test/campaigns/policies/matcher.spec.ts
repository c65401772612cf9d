import { compilePolicies } from '../../../src/policies/matcher.js';
import type { Condition, PolicyAction, PolicyRule, PolicySubject, Verdict } from '../../../src/policies/policy.js';
import { sized } from '../../support/campaign-size.js';
import { patience } from '../../support/patience.mjs';
import fc from '../../support/properties.js';

describe('the compiled policies', () => {
  const [lists, calls, runs] = [40, 40, sized({ short: 50, full: 625 })];

  it(
    `decide as a plain reading of the rules does, on ${lists * calls * runs} random calls`,
    () => {
      let compared = 0;
      const exactly = <T>(arbitrary: fc.Arbitrary<T>, length: number) =>
        fc.array(arbitrary, { minLength: length, maxLength: length });
      fc.assert(
        fc.property(
          exactly(ruleLists, lists),
          exactly(subjects, calls),
          defaults,
          (manyRules, manyCalls, unmatched) => {
            for (const rules of manyRules) {
              const judge = compilePolicies(rules, unmatched);
              for (const call of manyCalls) {
                compared++;
                if (JSON.stringify(judge(call)) !== JSON.stringify(plainVerdict(rules, call, unmatched))) return false;
              }
            }
            return true;
          },
        ),
        { numRuns: runs },
      );
      expect(compared).toBe(lists * calls * runs);
    },
    patience(120_000),
  );
});

const defaults = fc.constantFrom<PolicyAction>('ALLOW', 'ALLOW', 'REQUIRE_APPROVAL', 'BLOCK');
const values = fc.constantFrom<unknown>(
  ...[null, true, false, 0, 1, 500, 501, -0, '', 'a', 'ab', 'ba', '501', [], [1, 'a'], ['a', { b: 1 }], {}],
  ...[{ a: 1, b: [0] }, { b: [0], a: 1 }, { b: 1 }, ['ab'], { length: 1 }],
);
const fields = fc.constantFrom(
  ...[
    'a',
    'b',
    'payload.a',
    'a.b',
    'payload.b.0',
    'a.length',
    'b.a.b',
    'b.*',
    'a.*.b',
    '*.a',
    'missing',
    'toString',
    'payload.agentId',
  ],
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
  .map(([field, test, lenient]) => ({ field, ...test, ...(lenient && { onMissing: 'match' }) }) as Condition);
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
  approvers: fc.constantFrom<string[]>([], [], ['g1'], ['g1', 'g2']),
  allowRequester: fc.constantFrom(null, true, false),
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
  windows: fc.constant({ sessionId: 's', simulated: false, holds: new Map() }),
  driftScore: fc.constantFrom(null, 0, 0.5, 1),
  driftPercentile: fc.constantFrom(null, 0, 50, 100),
});

/** The rules of docs/contract.md read aloud, as slowly as it likes and sharing nothing with the compiled form. */
function plainVerdict(all: readonly PolicyRule[], call: PolicySubject, unmatched: PolicyAction): Verdict {
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
  const found = outcome('enforce');
  const least = found.hits.length > 0 ? 'ALLOW' : unmatched;
  const enforced = { ...found, decision: found.hits.length > 0 ? found.decision : least };
  const shadow = outcome('shadow');
  const reasons = enforced.hits.flatMap((it) => (it.action === enforced.decision && it.reason ? [it.reason] : []));
  return {
    decision: enforced.decision,
    policyIds: enforced.hits.map((it) => it.id),
    reason: reasons[0] ?? (least === 'ALLOW' ? null : 'No policy of your organization matches this call.'),
    requiredApprovals:
      enforced.decision === 'REQUIRE_APPROVAL' && enforced.hits.length > 0
        ? Math.max(...enforced.hits.map((it) => (it.action === 'REQUIRE_APPROVAL' ? (it.requiredApprovals ?? 1) : 1)))
        : 1,
    hold: null,
    usableSeconds: null,
    approvers: enforced.hits
      .filter((it) => it.action === 'REQUIRE_APPROVAL' && enforced.decision === 'REQUIRE_APPROVAL')
      .map((it) => ({
        policyId: it.id,
        groups: it.approvers ?? [],
        required: it.requiredApprovals ?? 1,
        allowRequester: it.allowRequester ?? it.approvers?.length === 0,
      }))
      .filter((it) => it.groups.length > 0 || !it.allowRequester),
    fingerprints:
      enforced.decision === 'REQUIRE_APPROVAL'
        ? found.hits.length === 0
          ? ['756e6d61746368656400000000000000']
          : enforced.hits.flatMap((it) => (it.action === 'REQUIRE_APPROVAL' ? [it.id] : []))
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
    if ('window' in node) throw new Error('No window is drawn.');
    if ('any' in node) return node.any.filter(check).length > 0;
    const restricts = policy.action !== 'ALLOW';
    const { field, operator } = node;
    const own = Object.entries({ ...call, payload: undefined }).find(([name]) => name === field);
    const isNegated = ['neq', 'not_in', 'not_glob'].includes(operator);
    if (own) {
      if (own[1] === 'unknown') return restricts;
      if (own[1] === null) return Boolean(node.onMissing) || isNegated || (operator === 'exists' && !node.value);
      return plainTest(operator, own[1], node.value, restricts);
    }
    const path = field.replace(/^payload\./, '').split('.');
    const leads = (isLenient: boolean) => plainWalk(call.payload, path, isLenient);
    if (operator === 'exists') {
      const { found, missing, strange } = leads(restricts === node.value);
      const isThere = restricts ? found.length > 0 : found.length > 0 && !missing && !strange;
      const isAway = restricts ? missing : found.length === 0 && !strange;
      return (node.value ? isThere : isAway) || (Boolean(node.onMissing) && missing);
    }
    const isThere = path[0] === '*' || Object.keys(call.payload ?? {}).includes(path[0] ?? '');
    if (restricts && !isThere) return true;
    const { found, missing, strange } = leads(restricts || isNegated);
    const lenient = Boolean(node.onMissing);
    const test = (value: unknown) => plainTest(operator, value, node.value, restricts);
    if (restricts) return strange || (missing && (lenient || isNegated)) || found.some(test);
    if (strange || (missing && !lenient && !isNegated)) return false;
    const isOfEach = path.includes('*');
    const isNone = isNegated && isOfEach ? found.every(holdsNothing) : found.length === 0;
    if (isNone && !lenient && !(isNegated && !isOfEach)) return false;
    const ofMembers = (value: unknown): boolean =>
      Array.isArray(value) ? value.length > 0 && value.every(ofMembers) : test(value);
    return found.every(operator === 'contains' && path.at(-1) === '*' ? ofMembers : test);
  };
  return policy.condition === null || check(policy.condition);
}

const holdsNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(holdsNothing);

interface Led {
  readonly found: unknown[];
  readonly missing: boolean;
  readonly strange: boolean;
}

/** Returns the values at a path; leniently, it also leads into the members of a list. */
function plainWalk(value: unknown, path: readonly string[], isLenient: boolean): Led {
  const [step, ...rest] = path;
  if (step === undefined) return { found: [value], missing: false, strange: false };
  const nowhere = { found: [], missing: true, strange: false };
  if (value === null || typeof value !== 'object') return { ...nowhere, strange: isLenient && value !== null };
  const each = (members: unknown[], left: readonly string[]) =>
    members
      .map((member) => plainWalk(member, left, isLenient))
      .reduce<Led>(
        (all, one) => ({
          found: [...all.found, ...one.found],
          missing: all.missing || one.missing,
          strange: all.strange || one.strange,
        }),
        { found: [], missing: members.length === 0, strange: false },
      );
  if (step === '*') return each(Object.values(value), rest);
  if (Object.hasOwn(value, step)) return plainWalk((value as Record<string, unknown>)[step], rest, isLenient);
  return Array.isArray(value) && isLenient ? each(value, path) : nowhere;
}

function plainTest(operator: string, actual: unknown, wanted: unknown, restricts: boolean): boolean {
  const positive = { neq: 'eq', not_in: 'in', not_glob: 'glob' }[operator];
  if (positive) return !plainTest(positive, actual, wanted, !restricts);
  return restricts ? plainMay(operator, actual, wanted) : plainSurely(operator, actual, wanted);
}

const same = (x: unknown, y: unknown) => sorted(x) === sorted(y);
const formed = (wanted: unknown, actual: string) =>
  [wanted]
    .flat()
    .map((form) => String(form).replaceAll('*', '.*').replaceAll('?', '.'))
    .some((form) => new RegExp(`^${form}$`, 'su').test(actual));

const ORDERS: Readonly<Record<string, (x: number, y: number) => boolean>> = {
  gt: (x, y) => x > y,
  gte: (x, y) => x > y || x === y,
  lt: (x, y) => x < y,
  lte: (x, y) => x < y || x === y,
};

function plainSurely(operator: string, actual: unknown, wanted: unknown): boolean {
  const order = ORDERS[operator];
  if (order) return typeof actual === 'number' && order(actual, wanted as number);
  if (operator === 'eq') return same(actual, wanted);
  if (operator === 'in') return (wanted as unknown[]).some((it) => same(it, actual));
  if (operator === 'exists') return wanted === true;
  if (operator === 'contains' && Array.isArray(actual)) return actual.map(sorted).includes(sorted(wanted));
  if (typeof actual !== 'string' || (operator !== 'glob' && typeof wanted !== 'string')) return false;
  if (operator === 'contains') return actual.indexOf(wanted as string) >= 0;
  if (operator === 'starts_with') return actual.indexOf(wanted as string) === 0;
  if (operator === 'ends_with') return actual.slice(actual.length - (wanted as string).length) === wanted;
  return formed(wanted, actual);
}

function plainMay(operator: string, actual: unknown, wanted: unknown): boolean {
  if (ORDERS[operator]) return typeof actual !== 'number' || plainSurely(operator, actual, wanted);
  if (operator === 'eq') return plainMayBe(actual, [wanted]);
  if (operator === 'in') return plainMayBe(actual, wanted as unknown[]);
  if (operator === 'exists') return wanted === true;
  if (operator !== 'contains') return typeof actual !== 'string' || plainSurely(operator, actual, wanted);
  if (typeof actual === 'string') return typeof wanted !== 'string' || actual.includes(wanted);
  if (!Array.isArray(actual)) return true;
  if (typeof wanted === 'string') return leaves(actual).some((leaf) => leaf.includes(wanted));
  if (typeof wanted === 'number') return actual.some((it) => it === wanted || typeof it !== 'number');
  return actual.some((it) => plainMayBe(it, [wanted]));
}

const kind = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/** The values inside, as texts. */
function leaves(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(leaves);
}

function plainMayBe(value: unknown, wanted: readonly unknown[]): boolean {
  const kinds = wanted.map(kind).filter((it) => it !== 'null');
  const wantsNull = kinds.length < wanted.length;
  if (value === null) return wanted.length > 0;
  if (kinds.length > 0 && !kinds.includes(kind(value))) return true;
  if (typeof value === 'number' || typeof value === 'boolean') return wanted.includes(value);
  if (wanted.some((it) => typeof it === 'object' && it !== null && plainAlike(value, it))) return true;
  if (typeof value !== 'string' && !wantsNull) return false;
  return leaves(value).some((leaf) => wanted.includes(leaf) || (wantsNull && leaf === 'null'));
}

function plainAlike(value: unknown, wanted: object): boolean {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(value)) return false;
    if (value.length === wanted.length && wanted.every((it, at) => plainMayBe(value[at], [it]))) return true;
    return value.some((it) => Array.isArray(it) && plainAlike(it, wanted));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(wanted);
  return (
    Object.keys(value).every((name) => names.includes(name)) &&
    Object.entries(wanted).every(
      ([name, it]) => Object.hasOwn(value, name) && plainMayBe((value as Record<string, unknown>)[name], [it]),
    )
  );
}

/** Returns the same text for equal values, independent of the order of their keys. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, it) =>
    it && typeof it === 'object' && !Array.isArray(it) ? Object.fromEntries(Object.entries(it).sort()) : it,
  );
}
