import { requireDescribed, requireDescribedSchema, UndescribedError } from './described.js';

const text = { type: 'string' };

describe('a schema of the document', () => {
  it.each<[string, object]>([
    ['is empty', {}],
    ['has a description alone', { description: 'Something.' }],
    ['is a plain object', { type: 'object' }],
    ['is an object whose members are only said to be free', { type: 'object', additionalProperties: true }],
    ['is a list of whatever', { type: 'array' }],
    ['has a member that is a plain object', { type: 'object', properties: { a: { type: 'object' } } }],
    ['is a list of plain objects', { type: 'array', items: { type: 'object' } }],
    ['is a map of plain objects', { type: 'object', additionalProperties: { type: 'object' } }],
    ['has a plain object among its alternatives', { anyOf: [text, { type: 'object' }] }],
    ['has a plain object among its parts', { allOf: [text, { type: 'object' }] }],
  ])('is refused when it %s', (_, schema) => {
    expect(() => requireDescribedSchema({ ...schema }, 'schemas/X')).toThrow(UndescribedError);
    expect(() => requireDescribed({ '/x': { get: { content: { schema } } } }, 'paths')).toThrow(
      'paths//x/get/content/schema',
    );
  });

  it('is not looked for in an example', () => {
    const example = { schema: 'public' };
    expect(() => requireDescribed({ content: { schema: text, example } }, 'paths')).not.toThrow();
  });

  it.each<[string, object]>([
    ['refers to another one', { $ref: '#/components/schemas/Json' }],
    ['is one of some values', { enum: ['a'] }],
    ['is a list of texts', { type: 'array', items: text }],
    ['is an object with members', { type: 'object', properties: { a: text } }],
    ['is a map of texts', { type: 'object', additionalProperties: text }],
  ])('is taken when it %s', (_, schema) => {
    expect(() => requireDescribedSchema({ ...schema }, 'schemas/X')).not.toThrow();
  });
});
