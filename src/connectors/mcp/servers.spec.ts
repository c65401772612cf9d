import { parseServers, publicServers, secretsInServers } from './servers.js';

const one = { url: 'https://mcp.linear.example/mcp', authorization: 'Bearer secret' };
const text = (servers: unknown) => JSON.stringify(servers);

describe('The servers of a credential', () => {
  it('are read by their names', () => {
    const open = { url: 'https://docs.example/mcp' };
    expect(parseServers(text({ linear: one, docs: open }))).toEqual([
      { name: 'linear', ...one },
      { name: 'docs', ...open, authorization: '' },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', 'linear', '1 to 20 members'],
    ['no object', [one], '1 to 20 members'],
    ['none', {}, '1 to 20 members'],
    ['too many', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`a${n}`, one])), '1 to 20 members'],
    ['the tools of Backstop', { backstop: one }, '"backstop" is no name'],
    ['an operation', { tools: one }, '"tools" is no name'],
    ['a name with an underscore', { a_b: one }, '"a_b" is no name'],
    ['a name with a dot', { 'a.b': one }, '"a.b" is no name'],
    ['an unknown member', { linear: { ...one, headers: {} } }, 'unknown member "headers"'],
    ['no URL', { linear: { authorization: 'x' } }, 'needs a url'],
    ['one URL twice', { a: one, b: one }, 'two servers have the URL'],
  ])('are refused: %s', (_, servers, message) => {
    expect(() => parseServers(typeof servers === 'string' ? servers : text(servers))).toThrow(message);
  });

  it('show their names and URLs, and keep what authorizes', () => {
    expect(publicServers(text({ linear: one }))).toBe(text({ linear: { url: one.url } }));
    expect(secretsInServers(text({ linear: one, docs: { url: 'https://docs.example' } }))).toEqual(['Bearer secret']);
  });

  it('are one secret as long as they cannot be read', () => {
    for (const unreadable of ['sk_1', '["sk_1"]', '{"a":"sk_1"}']) {
      expect(publicServers(unreadable)).not.toContain('sk_1');
      expect(secretsInServers(unreadable)).toEqual([unreadable]);
    }
  });
});
