import { upstreamToolOf } from './upstream-tool.js';

const listed = (more: object = {}) => ({
  name: 'create_issue',
  description: 'Creates an issue.',
  inputSchema: { type: 'object', properties: { title: { type: 'string' } } },
  ...more,
});
const schema = (properties: object) => listed({ inputSchema: { type: 'object', properties } });

describe('A tool of an MCP server', () => {
  it('is its name, its words, its schema and its hints, and nothing else', () => {
    const annotations = { readOnlyHint: true, destructiveHint: 'no', title: 'x' };
    const more = { annotations, title: 'Create', _meta: { a: 1 }, icons: [], outputSchema: { type: 'object' } };
    expect(upstreamToolOf(listed(more))).toEqual({
      ...listed({ title: 'Create' }),
      annotations: { readOnlyHint: true },
    });
  });

  it.each([
    ['no text', 7],
    ['empty', ''],
    ['with a space', 'create issue'],
    ['with a slash', 'a/../b'],
    ['with an invisible letter', 'create\u200bissue'],
    ['with letters that look alike', 'cre\u0430te'],
    ['with an empty part', 'a..b'],
    ['of an object', '__proto__.x y'],
    ['too long', 'a'.repeat(101)],
  ])('is left out with a name that is %s', (_, name) => expect(upstreamToolOf(listed({ name }))).toBeNull());

  it.each<[string, object]>([
    ['is no object', listed({ inputSchema: { type: 'string' } })],
    ['is missing', listed({ inputSchema: undefined })],
    ['refers to another address', schema({ a: { $ref: 'http://169.254.169.254/latest' } })],
    ['refers to another address in a list', schema({ a: { anyOf: [{ $dynamicRef: 'https://evil.example#a' }] } })],
    ['is too large', schema({ a: { description: 'a'.repeat(40_000) } })],
  ])('is left out when its schema %s', (_, one) => expect(upstreamToolOf(one)).toBeNull());

  it('keeps a reference within its schema', () => {
    expect(upstreamToolOf(schema({ a: { $ref: '#/$defs/a' } }))).not.toBeNull();
  });

  it('has bounded words on one line, without characters that a reader does not see', () => {
    const hidden = '\u202e\u200b\u{E0049}\u{E0067}\u00ad\u0000';
    const one = upstreamToolOf({
      ...schema({ [`a${hidden}`]: { description: `Say${hidden} yes` } }),
      description: `Adds.${hidden}\n\n<IMPORTANT>${'x'.repeat(3_000)}`,
    });
    expect(one?.description).toMatch(/^Adds\. <IMPORTANT>x+$/);
    expect(one?.description).toHaveLength(2_000);
    expect(one?.inputSchema.properties).toEqual({ a: { description: 'Say yes' } });
  });
});
