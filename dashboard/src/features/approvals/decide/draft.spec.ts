import { fieldsOf, parsed } from './draft';

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
    expect(fieldsOf(schema, payload).map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ['amount', 'number', false],
      ['reason', 'choice', false],
      ['live', 'boolean', false],
      ['other', 'text', false],
      ['charge', 'text', true],
    ]);
  });

  it('leaves what is of another type than the schema says to the JSON', () => {
    expect(fieldsOf(schema, { amount: '5', charge: 'ch_1' }).map(({ name }) => name)).toEqual(['charge']);
  });

  it('works without a schema', () => {
    expect(fieldsOf(undefined, { to: 'a', n: 1, deep: {} }).map(({ name }) => name)).toEqual(['to', 'n']);
  });
});

describe('the JSON of the arguments', () => {
  it('is an object', () => {
    expect(parsed('{"a":1}')).toEqual({ payload: { a: 1 } });
    expect(parsed('[1]')).toEqual({ error: expect.stringContaining('object') });
    expect(parsed('{')).toEqual({ error: expect.any(String) });
  });
});
