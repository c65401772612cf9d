import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { differences, examplesIn, runExamples } from '../../support/page-examples.js';
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

describe('The commands of docs/reference and docs/how-to', () => {
  it('run in a shell, and the service answers with the members that the pages show', async () => {
    const { ran, wrong } = await runExamples('sh', await newPerforming());
    expect(ran).toBeGreaterThan(30);
    expect(wrong).toEqual([]);
  });

  it('are compared by what sees a member that is not answered, and one of another kind', () => {
    const shown = { id: 'a', list: [{ name: null }], count: 1 };
    expect(differences(shown, { id: 'b', list: [{ name: null }, { name: 'x' }], count: 2 })).toEqual([]);
    expect(differences(shown, { id: 1, list: [{ name: 'x', more: 1 }] })).toEqual([
      '.id: string is shown, number is answered',
      '.list[0].name: null is shown, string is answered',
      '.count is not answered',
    ]);
  });

  it('are found with the answer that follows them', () => {
    const page = '```sh\nfirst\n```\n\n```python\nsecond\n```\n\n```json\n{ "data": 1 }\n```\n\n```sh\nthird\n```\n';
    expect(examplesIn('page', page, 'sh')).toEqual([
      { page: 'page', code: 'first\n', shown: { data: 1 } },
      { page: 'page', code: 'third\n', shown: undefined },
    ]);
  });
});
