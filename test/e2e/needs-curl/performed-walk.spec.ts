import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { dropDatabases, environmentOf, newPerforming } from '../../support/performing.js';
import { blockWith } from '../../support/readme.js';

const run = promisify(execFile);
afterAll(dropDatabases);

describe('The walk of README.md without a credential', () => {
  it('offers, asks, approves, performs and undoes with curl alone', async () => {
    const world = await newPerforming([]);
    const { stdout, stderr } = await run('/bin/sh', ['-c', blockWith('agentOperations')], {
      env: environmentOf(world),
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('credit: 70');
    expect(stdout.trim().split('\n').at(-1)).toBe('REVERTED');
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });
});
