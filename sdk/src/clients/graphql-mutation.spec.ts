import { mayMutate } from './graphql-mutation.js';

describe('a GraphQL document', () => {
  it.each([
    '{ viewer { login } }',
    'query Q { mutation { id } }',
    'query { a(text: "mutation { x }") } # mutation',
    'query { a(text: """ \\""" } mutation """) }',
    '{ a } # mutation { x }\r\nquery B { b }',
  ])('only reads: %s', (document) => expect(mayMutate(document)).toBe(false));

  it.each([
    'mutation { x }',
    'mutation($a: Int) { x }',
    'query A { a } mutation B { b }',
    'query A { a } # a comment\rmutation B { b }',
    'query A { a(text: """ \\""" """) } mutation B { b(text: """ """) }',
    'subscription A { a } mutation B { b }',
    'query { a ',
    'fragment F on T { a } mutation B { b }',
    '# }\nmutation { x }',
    'query { a(text: "}") } mutation B { b }',
    undefined,
    { kind: 'Document' },
  ])('may change something: %j', (document) => expect(mayMutate(document)).toBe(true));
});
