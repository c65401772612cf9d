import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { blocksOf } from '../../support/page-examples.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'backstop-page-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('docs/how-to/testing-an-agent.md', () => {
  it('has an agent and tests that pass as printed', () => {
    const page = readFileSync('docs/how-to/testing-an-agent.md', 'utf8');
    const files = [...page.matchAll(/^```js\n\/\/ ([\w.]+)\n(.*?)^```/gms)];
    expect(files.map(([, name]) => name)).toEqual(['agent.mjs', 'agent.test.mjs']);
    for (const [, name = '', code = ''] of files) writeFileSync(join(home, name), code);
    mkdirSync(join(home, 'node_modules', '@backstop'), { recursive: true });
    symlinkSync(resolve('sdk'), join(home, 'node_modules', '@backstop', 'sdk'));
    expect(blocksOf(page, 'sh')).toEqual(['node --test\n']);
    const { PATH = '' } = process.env;
    const { stdout, status } = spawnSync('node', ['--test'], { cwd: home, env: { PATH }, encoding: 'utf8' });
    expect([status, /^# pass (\d+)$/m.exec(stdout)?.[1], /^# fail (\d+)$/m.exec(stdout)?.[1]]).toEqual([0, '4', '0']);
  });
});
