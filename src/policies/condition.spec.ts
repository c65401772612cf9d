import { InvalidConditionError, locateField, parseCondition } from './condition.js';

const amount = { field: 'amount', operator: 'gt', value: 500 };
const sum = { window: { sum: 'payload.amount' }, per: 'agent', seconds: 60, operator: 'gt', value: 500 };

function refusal(json: unknown): { pointer: string; message: string } {
  try {
    parseCondition(json);
  } catch (error) {
    if (error instanceof InvalidConditionError) return { pointer: error.pointer, message: error.message };
    throw error;
  }
  return { pointer: 'accepted', message: '' };
}

function groups(depth: number): unknown {
  return depth === 0 ? amount : { [depth % 2 === 0 ? 'all' : 'any']: [groups(depth - 1)] };
}

describe('a condition', () => {
  it.each([
    ['nothing at all', null],
    ['one comparison', amount],
    ['groups in groups', { all: [amount, { any: [amount, { all: [amount] }] }] }],
    ['a field counted as matching when it is missing', { ...amount, onMissing: 'match' }],
    ['null as the value of eq', { field: 'a', operator: 'eq', value: null }],
    ['an object as the value of neq', { field: 'a', operator: 'neq', value: { b: [1] } }],
    ['a list of 1000 values', { field: 'a', operator: 'in', value: Array.from({ length: 1000 }, (_, i) => i) }],
    ['an empty list', { field: 'a', operator: 'not_in', value: [] }],
    ['exists', { field: 'a', operator: 'exists', value: false }],
    ['a prefix', { field: 'a', operator: 'starts_with', value: '' }],
    ['a form', { field: 'a', operator: 'glob', value: '*@example.com' }],
    ['a list of forms', { field: 'a', operator: 'not_glob', value: ['a*', '?'.repeat(255)] }],
    ['a text whose case is ignored', { field: 'a', ignoreCase: true, operator: 'in', value: ['A'] }],
    ['a sum in a window', sum],
    ['a count in a window of a month', { ...sum, window: { count: true }, per: 'payload.to', seconds: 2_678_400 }],
    ['a window in a group', { all: [amount, { any: [sum] }] }],
    ['the hour in a zone', { field: 'time.hour', timeZone: 'Europe/Vienna', operator: 'lt', value: 8 }],
    ['eight groups inside each other', groups(8)],
    ['a hundred comparisons', { any: Array.from({ length: 100 }, () => amount) }],
  ])('may be %s, and is read back unchanged', (_, json) => {
    expect(parseCondition(json)).toStrictEqual(json);
  });

  it.each<[string, unknown, string]>([
    ['undefined', undefined, ''],
    ['a string', 'amount > 500', ''],
    ['a list', [amount], ''],
    ['an empty object', {}, '/field'],
    ['an empty group', { all: [] }, '/all'],
    ['a group that is not a list', { any: amount }, '/any'],
    ['null inside a group', { all: [null] }, '/all/0'],
    ['both kinds of group at once', { all: [amount], any: [amount] }, '/any'],
    ['a group with a comparison beside it', { all: [amount], ...amount }, '/field'],
    ['an unknown member', { ...amount, 'a/b~': 1 }, '/a~1b~0'],
    ['an own __proto__ member', JSON.parse('{"__proto__":{},"field":"a","operator":"eq","value":1}'), '/__proto__'],
    ['a window of less than a minute', { ...sum, seconds: 59 }, '/seconds'],
    ['a window of more than 31 days', { ...sum, seconds: 2_678_401 }, '/seconds'],
    ['a window without a limit', { ...sum, value: undefined }, '/value'],
    ['a window that is compared by eq', { ...sum, operator: 'eq' }, '/operator'],
    ['a window of nothing', { ...sum, window: {} }, '/window/count'],
    ['a window of two things', { ...sum, window: { count: true, sum: 'a' } }, '/window/count'],
    ['a window for each member of a list', { ...sum, per: 'payload.to.*' }, '/per'],
    ['a window with a field', { ...sum, field: 'a' }, '/field'],
    ['a zone of an argument', { ...amount, timeZone: 'UTC' }, '/timeZone'],
    ['a zone that does not exist', { field: 'time.hour', operator: 'lt', value: 8, timeZone: 'Mars' }, '/timeZone'],
    ['no operator', { field: 'a', value: 1 }, '/operator'],
    [
      'an unknown operator deep inside',
      { all: [amount, { field: 'a', operator: 'matches', value: '.*' }] },
      '/all/1/operator',
    ],
    ['an inherited name as the operator', { field: 'a', operator: 'toString', value: 1 }, '/operator'],
    ['another onMissing', { ...amount, onMissing: 'skip' }, '/onMissing'],
    ['nine groups inside each other', groups(9), '/any/0/all/0/any/0/all/0/any/0/all/0/any/0/all/0/any'],
    ['more than a hundred comparisons', { any: Array.from({ length: 101 }, () => amount) }, '/any/100'],
    ['eq without a value', { field: 'a', operator: 'eq' }, '/value'],
    ['gt with a string of digits', { field: 'a', operator: 'gt', value: '500' }, '/value'],
    ['lte with null', { field: 'a', operator: 'lte', value: null }, '/value'],
    ['gte with an infinite number', { field: 'a', operator: 'gte', value: Number.POSITIVE_INFINITY }, '/value'],
    ['in with a string', { field: 'a', operator: 'in', value: 'abc' }, '/value'],
    [
      'not_in with 1001 values',
      { field: 'a', operator: 'not_in', value: Array.from({ length: 1001 }, () => 1) },
      '/value',
    ],
    ['starts_with with a number', { field: 'a', operator: 'starts_with', value: 1 }, '/value'],
    ['ends_with with a list', { field: 'a', operator: 'ends_with', value: ['a'] }, '/value'],
    ['glob with a number', { field: 'a', operator: 'glob', value: 1 }, '/value'],
    ['glob with a list that holds a number', { field: 'a', operator: 'glob', value: ['a', 1] }, '/value'],
    ['not_glob with a form of 256 characters', { field: 'a', operator: 'not_glob', value: '*'.repeat(256) }, '/value'],
    ['ignoreCase: false', { field: 'a', operator: 'eq', value: 'a', ignoreCase: false }, '/ignoreCase'],
    ['ignoreCase of numbers', { ...amount, ignoreCase: true }, '/ignoreCase'],
    ['exists with a string', { field: 'a', operator: 'exists', value: 'true' }, '/value'],
    ['a field that is no string', { field: 5, operator: 'eq', value: 1 }, '/field'],
    ['an empty field', { field: '', operator: 'eq', value: 1 }, '/field'],
    ['the whole payload as the field', { field: 'payload', operator: 'exists', value: true }, '/field'],
    ['a field with an empty segment', { field: 'a..b', operator: 'eq', value: 1 }, '/field'],
    ['a field that ends with a dot', { field: 'payload.', operator: 'eq', value: 1 }, '/field'],
    ['__proto__ in the field', { field: 'a.__proto__.b', operator: 'eq', value: 1 }, '/field'],
    ['prototype as the field', { field: 'prototype', operator: 'eq', value: 1 }, '/field'],
    ['constructor in the payload path', { field: 'payload.constructor', operator: 'eq', value: 1 }, '/field'],
  ])('is refused when it is %s', (_, json, pointer) => {
    expect(refusal(json).pointer).toBe(pointer);
  });

  it('is refused with a message its author understands', () => {
    expect(refusal({ ...amount, value: '500' }).message).toBe('"gt" needs a number as its value.');
    expect(refusal({ any: [] }).message).toBe('"any" must be a list of at least one condition.');
    expect(refusal({ ...amount, operator: '>' }).message).toMatch(/must be one of eq, neq, gt/);
    expect(refusal({ ...amount, field: 'payload' }).message).toMatch(/"payload\.amount"/);
  });
});

describe('the field of a condition', () => {
  it.each(['operationType', 'apiName', 'agentId', 'reversibility', 'driftScore', 'driftPercentile'])(
    'reads %s from the call',
    (name) => {
      expect(locateField(name)).toEqual({ property: name });
    },
  );

  it('reads the user and a label of the session', () => {
    expect(locateField('onBehalfOf')).toEqual({ property: 'onBehalfOf' });
    expect(locateField('labels.tier')).toEqual({ label: 'tier' });
  });

  it.each([
    ['labels', ['labels']],
    ['payload.labels.0', ['labels', '0']],
    ['payload.onBehalfOf', ['onBehalfOf']],
    ['amount', ['amount']],
    ['payload.amount', ['amount']],
    ['values.credit', ['values', 'credit']],
    ['payload.items.0.price', ['items', '0', 'price']],
    ['payload.agentId', ['agentId']],
    ['payload.payload', ['payload']],
    ['payload.payload.amount', ['payload', 'amount']],
    ['agentId.name', ['agentId', 'name']],
  ])('reads %s from the payload', (field, path) => {
    expect(locateField(field)).toEqual({ path });
  });
});
