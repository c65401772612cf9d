import { Shared, withoutSchemaExamples } from './shared.js';

const id = { name: 'id', in: 'path', schema: { type: 'string' } };

describe('A part that several routes have', () => {
  it('is written once, and each route refers to it', () => {
    const shared = new Shared('parameters');
    expect(shared.refer('path.id', id)).toEqual({ $ref: '#/components/parameters/path.id' });
    expect(shared.refer('path.id', { ...id })).toEqual({ $ref: '#/components/parameters/path.id' });
    expect(shared.parts).toEqual({ 'path.id': id });
  });

  it('gets a number where another one has its name', () => {
    const shared = new Shared('parameters');
    shared.refer('query.limit', { maximum: 50 });
    expect(shared.refer('query.limit', { maximum: 200 })).toEqual({ $ref: '#/components/parameters/query.limit.2' });
    expect(shared.parts['query.limit.2']).toEqual({ maximum: 200 });
  });
});

describe('The document', () => {
  it('has no examples of single schemas, and keeps those of bodies, answers and problems', () => {
    const schema = { type: 'string', examples: ['a'] };
    const answer = { schema, example: { examples: ['b'] }, examples: { one: { value: { examples: ['c'] } } } };
    expect(withoutSchemaExamples(answer)).toEqual({ ...answer, schema: { type: 'string' } });
  });
});
