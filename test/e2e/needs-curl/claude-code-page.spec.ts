import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { newOrganization } from '../../support/client.js';
import { blocksOf } from '../../support/page-examples.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'backstop-page-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('docs/how-to/claude-code.md', () => {
  it('has settings and commands that do what it says', async () => {
    const page = readFileSync('docs/how-to/claude-code.md', 'utf8');
    const [settings, denied] = blocksOf(page, 'json').map((text) => JSON.parse(text));
    expect(Object.keys(settings.hooks)).toEqual(['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SessionEnd']);
    for (const groups of Object.values(settings.hooks) as { hooks: object[] }[][])
      expect(groups.map(({ hooks }) => hooks)).toEqual([[{ type: 'command', command: 'backstop-hook', timeout: 60 }]]);

    const { agent, operator } = await newOrganization();
    const bin = join(home, 'bin');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'backstop-hook'),
      `#!/bin/sh\nexec "${process.execPath}" "${resolve('sdk/dist/esm/hook/main.js')}" "$@"\n`,
    );
    chmodSync(join(bin, 'backstop-hook'), 0o755);
    const commands = blocksOf(page, 'sh');
    expect(commands).toHaveLength(3);
    const { stdout, stderr, status } = spawnSync('/bin/sh', ['-eu', '-c', commands.join("echo '@@'\n")], {
      cwd: home,
      encoding: 'utf8',
      env: {
        PATH: `${bin}:${process.env.PATH}`,
        XDG_STATE_HOME: join(home, 'state'),
        BACKSTOP_URL: agent.service.url,
        BACKSTOP_API_KEY: agent.credential ?? '',
        OPERATOR_TOKEN: operator.credential ?? '',
      },
    });
    expect([stderr, status]).toEqual(['', 0]);
    const [said, refused, undone] = stdout.split('@@\n');
    expect(said).toBe('');
    expect(JSON.parse(refused ?? '')).toEqual(denied);
    expect(undone).toContain('ROLLED_BACK');
    expect(readFileSync(join(home, 'demo', 'notes.txt'), 'utf8')).toBe('as it was\n');
  });
});
