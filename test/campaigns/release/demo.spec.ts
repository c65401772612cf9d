import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { blockWith } from '../../support/readme.js';
import { withoutBuild } from '../../support/readme-commands.js';

const run = promisify(execFile);

describe('npm run demo', () => {
  it('plays one governed session and ends by itself', async () => {
    const env = { PATH: process.env.PATH ?? '', HOME: tmpdir() };
    const { stdout } = await run('/bin/sh', ['-eu', '-c', withoutBuild(blockWith('npm run demo'))], { env });
    expect(stdout).toContain('That was one governed session.');
    expect(stdout).toMatch(/rollback │ .*CONFLICT|conflict │/);
  });
});

describe('npm run generate -- examples', () => {
  it('records again what is committed, from the story of the demo', async () => {
    const parameters = ['scripts/record-examples.mjs', '--check'];
    const { stdout } = await run(process.execPath, parameters, {
      env: { PATH: process.env.PATH ?? '', HOME: tmpdir() },
    });
    expect(Number(/^(\d+) routes answered/.exec(stdout)?.[1])).toBeGreaterThan(90);
  });
});
