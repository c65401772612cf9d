import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const TRIED = 10;

describe('the matrix', () => {
  it('notices each of some guards that are removed, of every kind; npm run test:guards removes them all', async () => {
    const script = spawn(process.execPath, ['scripts/test-guards.mjs', '--sample', String(TRIED)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [code]] = await Promise.all([text(script.stdout), once(script, 'exit')]);
    expect(output).toContain('the first wall alone holds');
    expect(output).toContain(`killed ${TRIED} / ${TRIED}`);
    expect(code).toBe(0);
  }, 900_000);
});
