import { patience } from '../../test/support/patience.mjs';
import fc from '../../test/support/properties.js';
import { compilePolicies } from './matcher.js';
import type { Condition, PolicyAction, PolicyRule, PolicySubject } from './policy.js';

const rule = (changes: Partial<PolicyRule>): PolicyRule => ({
  id: 'p1',
  apiNamePattern: '*',
  condition: null,
  action: 'BLOCK',
  enabled: true,
  mode: 'enforce',
  reason: null,
  ...changes,
});

const NO_WINDOWS = { sessionId: 's', simulated: false, holds: new Map() };
const subject = (changes: Partial<PolicySubject>): PolicySubject => ({
  apiName: 'stripe.charges.create',
  operationType: 'CREATE',
  payload: {},
  at: new Date('2026-03-01T12:30:00.000Z'),
  session: { did: [], calls: 0 },
  windows: NO_WINDOWS,
  agentId: 'billing-bot',
  reversibility: 'none',
  captureFailed: false,
  facts: {},
  driftScore: null,
  driftPercentile: null,
  ...changes,
});

function holds(condition: Condition, changes: Partial<PolicySubject>, action: PolicyAction = 'BLOCK'): boolean {
  return compilePolicies([rule({ condition, action })])(subject(changes)).policyIds.length === 1;
}

const within = (payload: object) => ({ payload });

describe('the verdict', () => {
  it('allows a call that nothing matches', () => {
    const nothing = {
      decision: 'ALLOW',
      policyIds: [],
      reason: null,
      requiredApprovals: 1,
      hold: null,
      usableSeconds: null,
      approvers: [],
      fingerprints: [],
      shadow: { decision: 'ALLOW', policyIds: [] },
      matches: [],
    };
    expect(compilePolicies([])(subject({}))).toEqual(nothing);
    expect(compilePolicies([rule({ apiNamePattern: 'github.*' })])(subject({}))).toEqual(nothing);
    expect(compilePolicies([rule({ enabled: false })])(subject({}))).toEqual(nothing);
  });

  it('has a rule for each deciding policy that names approvers, or excludes who asked', () => {
    const asks = { action: 'REQUIRE_APPROVAL' } as const;
    const { approvers } = compilePolicies([
      rule({ id: 'any', ...asks, requiredApprovals: 3 }),
      rule({ id: 'named', ...asks, approvers: ['g1', 'g2'], requiredApprovals: 2 }),
      rule({ id: 'lenient', ...asks, approvers: ['g1'], allowRequester: true }),
      rule({ id: 'strict', ...asks, allowRequester: false }),
      rule({ id: 'allows', action: 'ALLOW', approvers: ['g3'] }),
      rule({ id: 'shadow', ...asks, approvers: ['g3'], mode: 'shadow' }),
    ])(subject({}));
    expect(approvers).toEqual([
      { policyId: 'named', groups: ['g1', 'g2'], required: 2, allowRequester: false },
      { policyId: 'lenient', groups: ['g1'], required: 1, allowRequester: true },
      { policyId: 'strict', groups: [], required: 1, allowRequester: false },
    ]);
    const blocks = [rule({ ...asks, approvers: ['g1'] }), rule({ action: 'BLOCK' })];
    expect(compilePolicies(blocks)(subject({})).approvers).toEqual([]);
  });

  it('is the most restrictive match, and names every match with the deciding ones first', () => {
    const decide = compilePolicies([
      rule({ id: 'allow', action: 'ALLOW' }),
      rule({ id: 'block-1', reason: null }),
      rule({ id: 'approve', action: 'REQUIRE_APPROVAL', reason: 'ask first' }),
      rule({ id: 'block-2', apiNamePattern: 'stripe.charges.create', reason: 'no charges' }),
      rule({ id: 'block-3', apiNamePattern: 'stripe.*', reason: 'no Stripe' }),
    ]);
    expect(decide(subject({}))).toMatchObject({
      decision: 'BLOCK',
      policyIds: ['block-1', 'block-2', 'block-3', 'approve', 'allow'],
      reason: 'no charges',
    });
  });

  it('gives no reason that belongs to a policy which did not decide', () => {
    const rules = [rule({ id: 'a' }), rule({ id: 'b', action: 'ALLOW', reason: 'fine' })];
    expect(compilePolicies(rules)(subject({})).reason).toBeNull();
  });

  it('reports what shadow policies would have decided, and lets them decide nothing', () => {
    const decide = compilePolicies([
      rule({ id: 's1', mode: 'shadow', action: 'REQUIRE_APPROVAL', reason: 'shadow' }),
      rule({ id: 's2', mode: 'shadow' }),
      rule({ id: 'e1', action: 'ALLOW' }),
    ]);
    expect(decide(subject({}))).toEqual({
      decision: 'ALLOW',
      policyIds: ['e1'],
      reason: null,
      requiredApprovals: 1,
      hold: null,
      usableSeconds: null,
      approvers: [],
      fingerprints: [],
      shadow: { decision: 'BLOCK', policyIds: ['s2', 's1'] },
      matches: [
        { id: 'e1', action: 'ALLOW', mode: 'enforce' },
        { id: 's2', action: 'BLOCK', mode: 'shadow' },
        { id: 's1', action: 'REQUIRE_APPROVAL', mode: 'shadow' },
      ],
    });
  });

  it('asks for as many approvals as the strictest of the policies that decide', () => {
    const approval = (requiredApprovals: number, more: Partial<PolicyRule> = {}) =>
      rule({ action: 'REQUIRE_APPROVAL', requiredApprovals, ...more });
    const asked = (...rules: PolicyRule[]) => compilePolicies(rules)(subject({})).requiredApprovals;
    expect(asked(approval(2), approval(3), approval(1))).toBe(3);
    expect(asked(rule({ action: 'REQUIRE_APPROVAL' }))).toBe(1);
    expect(asked(approval(2, { mode: 'shadow' }), approval(2, { enabled: false }), approval(1))).toBe(1);
    expect(asked(approval(2), rule({ action: 'ALLOW', requiredApprovals: 5 }))).toBe(2);
    expect(asked(approval(2), rule({ action: 'BLOCK' }))).toBe(1);
  });

  it('names the policies that decide by their fingerprints, and no other', () => {
    const approval = (more: Partial<PolicyRule>) => rule({ action: 'REQUIRE_APPROVAL', ...more });
    const fingerprints = (...rules: PolicyRule[]) => compilePolicies(rules)(subject({})).fingerprints;
    const [allow, block] = [rule({ id: 'allow', action: 'ALLOW' }), rule({ id: 'block' })];
    expect(fingerprints(approval({ id: 'a', fingerprint: 'a, first' }), allow, approval({ id: 'b' }))).toEqual([
      'a, first',
      'b',
    ]);
    expect(
      fingerprints(
        approval({ mode: 'shadow' }),
        approval({ enabled: false }),
        approval({ apiNamePattern: 'x.y' }),
        allow,
      ),
    ).toEqual([]);
    expect(fingerprints(approval({}), block)).toEqual([]);
  });

  it('is refused altogether when an enabled rule cannot be understood', () => {
    const condition = JSON.parse('{"field":"a","operator":"matches","value":"x"}');
    expect(() => compilePolicies([rule({ condition })])).toThrow(/operator/);
    expect(() => compilePolicies([rule({ apiNamePattern: 'a..b' })])).toThrow(/empty/);
    expect(() => compilePolicies([rule({ apiNamePattern: 'a..b', enabled: false })])).not.toThrow();
  });
});

describe('a policy on an amount', () => {
  const over = { field: 'amount', operator: 'gt', value: 500 } as const;

  it.each([501, 500.01, '501', '1', null, true, [501], { value: 501 }, Number.NaN])('catches %j', (amount) => {
    expect(holds(over, within({ amount }), 'BLOCK')).toBe(true);
    expect(holds(over, within({ amount }), 'REQUIRE_APPROVAL')).toBe(true);
  });

  it('lets 500 pass', () => {
    expect(holds(over, within({ amount: 500 }))).toBe(false);
  });

  it.each(['BLOCK', 'REQUIRE_APPROVAL'] as const)('catches a call without an amount by %s', (action) => {
    expect(holds(over, within({}), action)).toBe(true);
    const stated: Condition = { all: [{ field: 'amount', operator: 'exists', value: true }, over] };
    expect(holds(stated, within({}), action)).toBe(false);
    expect(holds(stated, within({ amount: 501 }), action)).toBe(true);
  });

  it('never allows a call without an amount, unless the condition says so', () => {
    expect(holds(over, within({}), 'ALLOW')).toBe(false);
    expect(holds({ ...over, onMissing: 'match' }, within({}), 'ALLOW')).toBe(true);
  });

  it.each(['gt', 'gte', 'lt', 'lte'] as const)('never allows by %s what is not a number', (operator) => {
    const limit = { field: 'amount', operator, value: 500 } as Condition;
    expect(holds(limit, within({ amount: '400' }), 'ALLOW')).toBe(false);
    expect(holds(limit, within({ amount: '400' }), 'BLOCK')).toBe(true);
  });

  it('holds inside groups too', () => {
    const both: Condition = { all: [over, { any: [{ field: 'currency', operator: 'eq', value: 'usd' }] }] };
    expect(holds(both, within({ amount: '501', currency: 'usd' }))).toBe(true);
    expect(holds(both, within({ amount: '501', currency: 'eur' }))).toBe(false);
  });

  it.each([
    ['gte', 500, true],
    ['gt', 500, false],
    ['lte', 500, true],
    ['lt', 500, false],
    ['lt', 499, true],
  ] as const)('compares by %s with %d', (operator, amount, expected) => {
    expect(holds({ field: 'amount', operator, value: 500 } as Condition, within({ amount }))).toBe(expected);
  });
});

describe('a missing field', () => {
  const at = { field: 'a.b' };

  it.each<[string, Condition]>([
    ['neq', { ...at, operator: 'neq', value: 1 }],
    ['not_in', { ...at, operator: 'not_in', value: [1] }],
    ['exists: false', { ...at, operator: 'exists', value: false }],
  ])('satisfies %s', (_, condition) => {
    for (const payload of [{}, { a: null }, { a: 'b' }, { 'a.b': 1 }, []]) {
      expect(holds(condition, { payload })).toBe(true);
    }
  });

  it.each<[string, Condition]>([
    ['eq null', { ...at, operator: 'eq', value: null }],
    ['lt', { ...at, operator: 'lt', value: 1 }],
    ['in', { ...at, operator: 'in', value: [null] }],
    ['contains', { ...at, operator: 'contains', value: null }],
    ['starts_with', { ...at, operator: 'starts_with', value: '' }],
    ['ends_with', { ...at, operator: 'ends_with', value: '' }],
    ['exists: true', { ...at, operator: 'exists', value: true }],
  ])('of an argument that is there does not satisfy %s, unless the condition says so', (_, condition) => {
    for (const action of ['BLOCK', 'ALLOW'] as const) {
      expect(holds(condition, within({ a: {} }), action)).toBe(false);
      expect(holds({ ...condition, onMissing: 'match' }, within({ a: {} }), action)).toBe(true);
    }
  });

  it.each<[string, Condition]>([
    ['eq null', { ...at, operator: 'eq', value: null }],
    ['lt', { ...at, operator: 'lt', value: 1 }],
    ['in', { ...at, operator: 'in', value: [null] }],
    ['contains', { ...at, operator: 'contains', value: null }],
    ['starts_with', { ...at, operator: 'starts_with', value: 'x' }],
  ])(
    'of an argument that is not there satisfies %s in a policy that restricts, and not in one that allows',
    (_, condition) => {
      expect(holds(condition, within({ 'a.b': 1 }), 'BLOCK')).toBe(true);
      expect(holds(condition, within({ 'a.b': 1 }), 'REQUIRE_APPROVAL')).toBe(true);
      expect(holds(condition, within({ 'a.b': 1 }), 'ALLOW')).toBe(false);
    },
  );

  it('is not a field that is null', () => {
    const a = within({ a: { b: null } });
    expect(holds({ ...at, operator: 'exists', value: true }, a)).toBe(true);
    expect(holds({ ...at, operator: 'eq', value: null }, a)).toBe(true);
    expect(holds({ ...at, operator: 'neq', value: null }, a)).toBe(false);
    expect(holds({ ...at, operator: 'in', value: [null] }, a)).toBe(true);
  });

  it('is a drift score that is not known yet', () => {
    const drifting = { field: 'driftScore', operator: 'gte', value: 0 } as const;
    expect(holds(drifting, { driftScore: null })).toBe(false);
    expect(holds({ ...drifting, onMissing: 'match' }, { driftScore: null })).toBe(true);
    expect(holds({ field: 'driftScore', operator: 'exists', value: false }, { driftScore: null })).toBe(true);
    expect(holds(drifting, { driftScore: 0 })).toBe(true);
    const unusual = { field: 'driftPercentile', operator: 'gte', value: 97 } as const;
    expect([null, 96.9, 97].map((driftPercentile) => holds(unusual, { driftPercentile }))).toEqual([
      false,
      false,
      true,
    ]);
    expect(holds({ ...unusual, onMissing: 'match' }, { driftPercentile: null })).toBe(true);
    expect(holds(unusual, { driftPercentile: 'failed' })).toBe(true);
    expect(holds(unusual, { payload: { driftPercentile: 99 } })).toBe(false);
  });
});

describe('the user and the labels of the session', () => {
  const on = (field: string): Condition => ({ field, operator: 'eq', value: 'gold' });

  it('are compared, and are missing where the agent did not say', () => {
    expect(holds(on('onBehalfOf'), { onBehalfOf: 'gold' })).toBe(true);
    expect(holds(on('labels.tier'), { labels: { tier: 'gold' } })).toBe(true);
    for (const changes of [
      {},
      { onBehalfOf: null, labels: {} },
      { payload: { onBehalfOf: 'gold', labels: { tier: 'gold' } } },
    ]) {
      for (const field of ['onBehalfOf', 'labels.tier']) {
        expect(holds(on(field), changes)).toBe(false);
        expect(holds({ ...on(field), onMissing: 'match' } as Condition, changes)).toBe(true);
        expect(holds({ field, operator: 'neq', value: 'gold' }, changes)).toBe(true);
        expect(holds({ field, operator: 'exists', value: false }, changes)).toBe(true);
      }
    }
    expect(holds({ field: 'labels.toString', operator: 'exists', value: true }, { labels: {} })).toBe(false);
  });
});

describe('a field', () => {
  const is = (field: string, value: unknown): Condition => ({ field, operator: 'eq', value });

  it('with a reserved name cannot be supplied by the payload', () => {
    const forged = { agentId: 'intern', payload: { agentId: 'admin', apiName: 'x', driftScore: 0 } };
    expect(holds(is('agentId', 'intern'), forged)).toBe(true);
    expect(holds(is('agentId', 'admin'), forged)).toBe(false);
    expect(holds(is('payload.agentId', 'admin'), forged)).toBe(true);
    expect(holds(is('apiName', 'stripe.charges.create'), forged)).toBe(true);
    expect(holds({ field: 'driftScore', operator: 'exists', value: false }, forged)).toBe(true);
  });

  it('leads into the payload with and without the prefix', () => {
    const payload = { amount: 1, values: { credit: 2 }, payload: { amount: 3 }, items: [{ price: 4 }] };
    expect(holds(is('amount', 1), { payload })).toBe(true);
    expect(holds(is('payload.amount', 1), { payload })).toBe(true);
    expect(holds(is('values.credit', 2), { payload })).toBe(true);
    expect(holds(is('payload.payload.amount', 3), { payload })).toBe(true);
    expect(holds(is('items.0.price', 4), { payload })).toBe(true);
  });

  it('may be the length of an array, and of nothing else for a policy that allows', () => {
    const many = { field: 'to.length', operator: 'gt', value: 1 } as const;
    expect(holds(many, within({ to: ['a', 'b'] }))).toBe(true);
    expect(holds(many, within({ to: 'ab' }), 'ALLOW')).toBe(false);
  });

  it('sees only what the payload itself holds', () => {
    const exists = (field: string): Condition => ({ field, operator: 'exists', value: true });
    expect(holds(exists('toString'), within({}))).toBe(false);
    expect(holds(exists('list.map'), within({ list: [] }))).toBe(false);
    expect(holds(exists('list.01'), within({ list: [0, 1] }))).toBe(false);
    expect(holds(exists('inherited'), within(Object.create({ inherited: 1 })))).toBe(false);
    expect(holds(exists('own'), within(Object.assign(Object.create(null), { own: 1 })))).toBe(true);
  });
});

describe('an operator', () => {
  const a = within({
    text: 'user@evil.example',
    list: [1, { k: [1], l: 2 }, null],
    object: { x: 1, y: [{ z: null }] },
    own: JSON.parse('{"__proto__":1}'),
    hidden: JSON.parse('{"__proto__":{}}'),
  });

  it.each<[boolean, Condition]>([
    [true, { field: 'object', operator: 'eq', value: { y: [{ z: null }], x: 1 } }],
    [false, { field: 'object', operator: 'eq', value: { x: 1, y: [{ z: null }, 1] } }],
    [false, { field: 'object', operator: 'eq', value: { x: 1, z: [{ z: null }] } }],
    [true, { field: 'object.y', operator: 'eq', value: { 0: { z: null } } }],
    [false, { field: 'own', operator: 'eq', value: {} }],
    [false, { field: 'hidden', operator: 'eq', value: { x: 1 } }],
    [true, { field: 'own', operator: 'eq', value: JSON.parse('{"__proto__":1}') }],
    [false, { field: 'object', operator: 'neq', value: { y: [{ z: null }], x: 1 } }],
    [true, { field: 'object.x', operator: 'eq', value: '1' }],
    [true, { field: 'object', operator: 'in', value: [1, { y: [{ z: null }], x: 1 }] }],
    [false, { field: 'object', operator: 'not_in', value: [{ y: [{ z: null }], x: 1 }] }],
    [true, { field: 'object.x', operator: 'in', value: [2, 1] }],
    [true, { field: 'object.x', operator: 'in', value: ['1', true] }],
    [true, { field: 'object.x', operator: 'not_in', value: [2] }],
    [true, { field: 'list', operator: 'contains', value: { l: 2, k: [1] } }],
    [true, { field: 'list', operator: 'contains', value: null }],
    [true, { field: 'list', operator: 'contains', value: '1' }],
    [false, { field: 'list', operator: 'contains', value: '3' }],
    [true, { field: 'text', operator: 'contains', value: '@evil' }],
    [false, { field: 'text', operator: 'contains', value: 'EVIL' }],
    [true, { field: 'object', operator: 'contains', value: 'x' }],
    [true, { field: 'text', operator: 'starts_with', value: 'user@' }],
    [false, { field: 'text', operator: 'starts_with', value: 'ser@' }],
    [true, { field: 'text', operator: 'ends_with', value: '.example' }],
    [true, { field: 'object.x', operator: 'ends_with', value: '1' }],
    [true, { field: 'text', operator: 'exists', value: true }],
    [false, { field: 'text', operator: 'exists', value: false }],
  ])('answers %s for %j', (expected, condition) => {
    expect(holds(condition, a)).toBe(expected);
  });
});

describe('a form', () => {
  const glob = (value: string | string[], more = {}): Condition => ({ field: 'to', operator: 'glob', value, ...more });
  const notGlob = (value: string | string[]): Condition => ({ field: 'to', operator: 'not_glob', value });

  it('is matched by the whole of a text, with its case unless it is ignored', () => {
    expect(holds(glob('*@example.com'), within({ to: 'ada@example.com' }))).toBe(true);
    expect(holds(glob('*@example.com'), within({ to: 'ada@Example.com' }))).toBe(false);
    expect(holds(glob('*@example.com', { ignoreCase: true }), within({ to: 'ada@Example.com' }))).toBe(true);
    expect(holds(notGlob('*@example.com'), within({ to: 'ada@example.com' }))).toBe(false);
    expect(holds(notGlob('*@example.com'), within({ to: 'ada@example.com.evil' }))).toBe(true);
  });

  it('may be one of a list', () => {
    const either = ['*@example.com', 'bob@*'];
    for (const to of ['bob@other.org', 'ada@example.com']) {
      expect(holds(glob(either), within({ to }))).toBe(true);
      expect(holds(notGlob(either), within({ to }))).toBe(false);
    }
    expect(holds(glob(either), within({ to: 'eve@other.org' }))).toBe(false);
  });

  it.each([[['ada@example.com']], [{ address: 'ada@example.com' }], [7], [true], [null]])(
    'of a value that is no text holds for a policy that restricts, and not for one that allows: %j',
    (to) => {
      for (const condition of [glob('*@example.com'), notGlob('*@example.com')]) {
        expect(holds(condition, within({ to }), 'BLOCK')).toBe(true);
        expect(holds(condition, within({ to }), 'REQUIRE_APPROVAL')).toBe(true);
        expect(holds(condition, within({ to }), 'ALLOW')).toBe(false);
      }
    },
  );
});

describe('ignoreCase', () => {
  const folding = (comparison: object): Condition => ({ field: 'x', ignoreCase: true, ...comparison }) as Condition;

  it.each<[object, unknown]>([
    [{ operator: 'eq', value: 'Straße' }, 'STRASSE'],
    [{ operator: 'eq', value: { name: 'É' } }, { name: 'e\u0301' }],
    [{ operator: 'in', value: ['DROP', 'truncate'] }, 'TRUNCATE'],
    [{ operator: 'contains', value: 'Secret' }, 'the SECRET plan'],
    [{ operator: 'contains', value: 'Admin' }, ['user', 'ADMIN']],
    [{ operator: 'starts_with', value: 'https://EVIL.' }, 'HTTPS://evil.example'],
    [{ operator: 'ends_with', value: '.EXE' }, 'setup.exe'],
    [{ operator: 'glob', value: 'ÉTÉ-*' }, 'e\u0301te\u0301-2026'],
  ])('compares texts without their case and form: %j with %j', (comparison, x) => {
    expect(holds(folding(comparison), within({ x }))).toBe(true);
    expect(holds({ field: 'x', ...comparison } as Condition, within({ x }))).toBe(false);
    const other = typeof x === 'object' && !Array.isArray(x) ? { name: 'other' } : 'other';
    expect(holds(folding(comparison), within({ x: other }))).toBe(false);
  });

  it('negates the same comparisons', () => {
    expect(holds(folding({ operator: 'neq', value: 'prod' }), within({ x: 'PROD' }))).toBe(false);
    expect(holds(folding({ operator: 'not_in', value: ['prod'] }), within({ x: 'Prod' }))).toBe(false);
    expect(holds(folding({ operator: 'not_glob', value: 'prod*' }), within({ x: 'PRODUCTION' }))).toBe(false);
    expect(holds(folding({ operator: 'neq', value: 'prod' }), within({ x: 'test' }))).toBe(true);
  });

  it('holds for a policy that restricts, and not for one that allows, where a text would take long to normalize', () => {
    const x = `a${'\u0301\u0323'.repeat(40_000)}`;
    for (const operator of ['eq', 'neq', 'starts_with']) {
      expect(holds(folding({ operator, value: 'b' }), within({ x }), 'BLOCK')).toBe(true);
      expect(holds(folding({ operator, value: 'b' }), within({ x }), 'ALLOW')).toBe(false);
    }
  });

  it('of a value that is no text holds for a policy that restricts, and not for one that allows', () => {
    for (const operator of ['contains', 'starts_with', 'ends_with']) {
      expect(holds(folding({ operator, value: '7' }), within({ x: 7 }), 'BLOCK')).toBe(true);
      expect(holds(folding({ operator, value: '7' }), within({ x: 7 }), 'ALLOW')).toBe(false);
    }
  });

  it('leaves no way to write a restricted text so that it passes, nor another one so that it is allowed', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'ß', 'É', 'ς', 'ﬁ', '7', '.', 'o\u0308'),
      minLength: 1,
      maxLength: 8,
    });
    const written = (text: string) =>
      fc.constantFrom(
        text.toUpperCase(),
        text.toLowerCase(),
        text.normalize('NFD'),
        text.normalize('NFC'),
        text.toUpperCase().normalize('NFD'),
      );
    const operators = fc.constantFrom<[string, (text: string) => unknown]>(
      ['eq', (text) => text],
      ['in', (text) => ['other', text]],
      ['contains', (text) => text],
      ['starts_with', (text) => text],
      ['ends_with', (text) => text],
      ['glob', (text) => `${text}*`],
      ['glob', (text) => ['other', `*${text}`]],
    );
    const cases = texts.chain((text) => fc.tuple(fc.constant(text), written(text), operators));
    fc.assert(
      fc.property(cases, ([text, x, [operator, valueFor]]) => {
        const comparison = { operator, value: valueFor(text) };
        const negation = { eq: 'neq', in: 'not_in', glob: 'not_glob' }[operator];
        const allowedByNegation =
          negation !== undefined && holds(folding({ ...comparison, operator: negation }), within({ x }), 'ALLOW');
        return holds(folding(comparison), within({ x })) && !allowedByNegation;
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('policies that would cost more than a call may', () => {
  const wanted = (index: number): Condition => ({ field: 'list', operator: 'contains', value: { index } });
  const verdictOn = (length: number, action: PolicyAction) => {
    const rules = Array.from({ length: 200 }, (_, index) =>
      rule({ id: `p${index}`, action, condition: { any: Array.from({ length: 2 }, (__, at) => wanted(at)) } }),
    );
    const judge = compilePolicies(rules);
    const list = Array.from({ length }, () => ({ index: -1 }));
    const before = process.cpuUsage();
    const { policyIds } = judge(subject({ payload: { list } }));
    const { user, system } = process.cpuUsage(before);
    return { matched: policyIds.length, milliseconds: (user + system) / 1_000 };
  };

  it('are looked at as long as they cost less', () => {
    expect(verdictOn(10, 'BLOCK').matched).toBe(0);
  });

  it('match if they restrict, and take no longer for it', () => {
    const { matched, milliseconds } = verdictOn(20_000, 'BLOCK');
    expect(matched).toBeGreaterThan(100);
    expect(milliseconds).toBeLessThan(patience(500));
  });

  it('do not match if they allow', () => {
    expect(verdictOn(20_000, 'ALLOW').matched).toBe(0);
  });

  it('find a scalar in a long list at little cost', () => {
    const list = Array.from({ length: 100_000 }, (_, index) => index);
    const rules = Array.from({ length: 100 }, (_, index) =>
      rule({ id: `p${index}`, condition: { field: 'list', operator: 'contains', value: 100_000 + index } }),
    );
    expect(compilePolicies(rules)(subject({ payload: { list } })).policyIds).toEqual([]);
  });
});

describe('a call that may do what another operation says', () => {
  const deletion = { apiName: 'redis.keys.del', operationType: 'DELETE', reversibility: 'exact' } as const;
  const getdel = { apiName: 'redis.commands.execute', operationType: 'EXECUTE', payload: { command: 'getdel' } };
  const verdict = (changes: Partial<PolicyRule>, mayDo: PolicySubject['mayDo'] = [deletion]) =>
    compilePolicies([rule({ apiNamePattern: 'redis.keys.del', ...changes })])(subject({ ...getdel, mayDo })).decision;
  const equals = (field: string, value: unknown): Condition => ({ field, operator: 'eq', value });

  it.each<[PolicyAction, Partial<PolicyRule>]>([
    ['BLOCK', {}],
    ['REQUIRE_APPROVAL', { action: 'REQUIRE_APPROVAL' }],
    ['BLOCK', { apiNamePattern: 'redis.keys.*' }],
    ['BLOCK', { apiNamePattern: 'redis.*', condition: equals('operationType', 'DELETE') }],
    ['BLOCK', { condition: equals('agentId', 'billing-bot') }],
    ['BLOCK', { condition: equals('payload.key', 'a') }],
    ['BLOCK', { condition: { all: [equals('agentId', 'billing-bot'), equals('payload.key', 'a')] } }],
  ])('is %s under what restricts that operation: %j', (decision, changes) => {
    expect(verdict(changes)).toBe(decision);
  });

  it.each<Partial<PolicyRule>>([
    { apiNamePattern: 'redis.keys.set' },
    { condition: equals('agentId', 'another') },
    { condition: { all: [equals('agentId', 'another'), equals('payload.key', 'a')] } },
    { apiNamePattern: 'redis.*', condition: equals('payload.command', 'a') },
    { apiNamePattern: '*', condition: { field: 'command', operator: 'starts_with', value: 'flush' } },
    { enabled: false },
    { mode: 'shadow' },
  ])('is allowed under what does not: %j', (changes) => expect(verdict(changes)).toBe('ALLOW'));

  it('is matched by no policy that allows that operation, and by each policy once', () => {
    const rules = [
      rule({ id: 'allows', apiNamePattern: 'redis.keys.del', action: 'ALLOW' }),
      rule({ id: 'blocks', apiNamePattern: 'redis.*' }),
    ];
    expect(compilePolicies(rules)(subject({ ...getdel, mayDo: [deletion] })).policyIds).toEqual(['blocks']);
  });
});
