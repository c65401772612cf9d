import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runExamples } from '../../support/page-examples.js';
import { dropDatabases, environmentOf, newPerforming } from '../../support/performing.js';

const run = promisify(execFile);
afterAll(dropDatabases);

const agentOf = (world: Parameters<typeof environmentOf>[0]) =>
  run('python3', ['examples/python/agent.py'], { env: environmentOf(world) });

describe('examples/python/agent.py', () => {
  it('changes, reads and undoes rows of a database of which it has no credential', async () => {
    const world = await newPerforming();
    const { stdout, stderr } = await agentOf(world);
    expect([stderr, stdout.trim().split('\n')]).toEqual([
      '',
      [
        "The update is SUCCESS [{'id': 1, 'name': 'Customer 1', 'credit': 50}]",
        "The database has [{'id': 1, 'credit': 50}, {'id': 2, 'credit': 10}, {'id': 3, 'credit': 10}]",
        'The session is REVERTED',
      ],
    ]);
    expect(await world.credits()).toEqual(['1:10', '2:10', '3:10']);
  });

  it('says what is missing where nothing is offered', async () => {
    const world = await newPerforming([]);
    await expect(agentOf(world)).rejects.toMatchObject({
      stderr: expect.stringContaining('an operator has to offer it'),
    });
  });
});

describe('The Python examples of docs/reference and docs/how-to', () => {
  it('run, and the service answers with the members that the pages show', async () => {
    const { ran, wrong } = await runExamples('python', await newPerforming());
    expect(ran).toBeGreaterThan(30);
    expect(wrong).toEqual([]);
  });
});
