import { secretsHidden } from './secrets.js';

const hide = secretsHidden(
  { MY_TOKEN: 'value-of-token', PLAIN: 'value-of-plain', SHORT_TOKEN: 'abc' },
  (name) => /TOKEN/.test(name),
  (path) => path.at(-1) === 'command',
);
const inCommand = (command: string) => (hide({ command }) as { command: string }).command;

describe('secrets in what a hook records', () => {
  it.each([
    ['mysql --password=abc123def', 'mysql --password=[redacted]'],
    ['mysql --password "abc 123"', 'mysql --password "[redacted] 123"'],
    ['export API_KEY=abcdef && x', 'export API_KEY=[redacted] && x'],
    ['psql postgres://ada:pw@db/x', 'psql postgres://ada:[redacted]@db/x'],
    ['curl -u ada:pw https://x', 'curl -u ada:[redacted] https://x'],
    ["curl -H 'Authorization: token abc'", "curl -H 'Authorization: token [redacted]'"],
    ['sshpass -p hunter2 ssh x', 'sshpass -p [redacted] ssh x'],
    ['echo value-of-token', 'echo [redacted]'],
    [`aws ${'AKIA'}ABCDEFGHIJKLMNOP`, 'aws [redacted]'],
  ])('are hidden in %s', (command, hidden) => {
    expect(inCommand(command)).toBe(hidden);
  });

  it.each([
    'mkdir -p a/b && cp -pr x y',
    'echo $API_KEY --token "$TOKEN" postgres://ada:$PW@db',
    'grep -r password src',
    'echo value-of-plain abc',
    'git log --author=ada tokens.md',
  ])('are not seen in %s', (command) => {
    expect(inCommand(command)).toBe(command);
  });

  it('are looked for in every text, and assignments in command lines alone', () => {
    const content = 'const password = request.body.password; // bks_live_0123456789abcdef0123';
    expect(hide({ content, list: [`a ${'ghp_'}${'x'.repeat(36)}`], n: 1 })).toEqual({
      content: 'const password = request.body.password; // [redacted]',
      list: ['a [redacted]'],
      n: 1,
    });
    expect(hide('-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n')).toBe('[redacted]\n');
  });

  it('are looked for in linear time', () => {
    const hostile = ['-----BEGIN PRIVATE KEY-----', 'authorization: ', 'a://b:', '--token ', 'eyJ'].map((one) =>
      one.repeat(20_000),
    );
    const begun = process.cpuUsage();
    for (const text of hostile) inCommand(text);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(5_000);
  });
});
