import { mayMutate } from './graphql-mutation.js';

describe('a GraphQL document', () => {
  it.each([
    '{ viewer { login } }',
    'query Q { mutation }',
    'query { a(text: "mutation { x }") } # mutation',
    '"""mutation""" query { a }',
  ])('only reads: %s', (document) => expect(mayMutate(document)).toBe(false));

  it.each([
    'mutation { x }',
    'mutation($a: Int) { x }',
    'query A { a } mutation B { b }',
    'fragment F on T { a } mutation B { b }',
    '# }\nmutation { x }',
    'query { a(text: "}") } mutation B { b }',
    undefined,
    { kind: 'Document' },
  ])('may change something: %j', (document) => expect(mayMutate(document)).toBe(true));
});
