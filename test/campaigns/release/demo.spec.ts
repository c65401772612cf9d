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
