import { fieldsOf, parsed, valueAt, withValue } from './draft';

describe('the form of an operation', () => {
  const schema = {
    type: 'object',
    required: ['charge'],
    properties: {
      charge: { type: 'string', description: 'Which one.' },
      amount: { type: 'integer' },
      reason: { enum: ['duplicate', 'fraudulent'] },
      live: { type: 'boolean' },
      metadata: { type: 'object' },
    },
  };

  it('has a field for each argument that is no object or list', () => {
    const payload = { amount: 5, reason: 'duplicate', live: true, metadata: {}, other: 'x' };
    expect(fieldsOf(schema, payload).map(({ path, kind, isRequired }) => [path.join('.'), kind, isRequired])).toEqual([
      ['amount', 'number', false],
      ['reason', 'choice', false],
      ['live', 'boolean', false],
      ['other', 'text', false],
      ['charge', 'text', true],
    ]);
  });

  it('leaves what is of another type than the schema says to the JSON', () => {
    expect(fieldsOf(schema, { amount: '5', charge: 'ch_1' }).map(({ path }) => path.join('.'))).toEqual(['charge']);
  });

  it('has a field for each member of an object, by its own schema', () => {
    const nested = { properties: { values: { properties: { state: { enum: ['on', 'off'] } }, required: ['by'] } } };
    const payload = {
      table: 'notes',
      values: { state: 'on', tags: ['a'], size: { width: 3, box: { far: { too: 1 } } } },
    };
    expect(fieldsOf(nested, payload).map(({ path, kind }) => [path.join('.'), kind])).toEqual([
      ['table', 'text'],
      ['values.state', 'choice'],
      ['values.size.width', 'number'],
    ]);
  });

  it('changes one member and leaves the others, and their order', () => {
    const payload = { a: { b: 1, 'c.d': 2 }, e: 3 };
    expect(JSON.stringify(withValue(payload, ['a', 'b'], 5))).toBe('{"a":{"b":5,"c.d":2},"e":3}');
    expect(withValue(payload, ['a', 'c.d'], undefined)).toEqual({ a: { b: 1 }, e: 3 });
    expect(withValue({ a: 1 }, ['a', 'b'], 2)).toEqual({ a: { b: 2 } });
    expect([valueAt(payload, ['a', 'c.d']), valueAt(payload, ['e', 'b'])]).toEqual([2, undefined]);
  });

  it('works without a schema', () => {
    expect(fieldsOf(undefined, { to: 'a', n: 1, deep: {} }).map(({ path }) => path.join('.'))).toEqual(['to', 'n']);
  });
});

describe('the JSON of the arguments', () => {
  it('is an object', () => {
    expect(parsed('{"a":1}')).toEqual({ payload: { a: 1 } });
    expect(parsed('[1]')).toEqual({ error: expect.stringContaining('object') });
    expect(parsed('{')).toEqual({ error: expect.any(String) });
  });
});
