import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { isFull } from '../../support/campaign-size.js';
import { patience } from '../../support/patience.mjs';

/** The short form tries a sample of each kind. */
const SAMPLE = 4;
/** Each guard costs a start of the service, some four seconds of processor time. */
const LIMIT_MS = isFull ? 3_600_000 : 540_000;

describe('the authorization matrix', () => {
  it(
    `notices each ${isFull ? '' : 'sampled '}guard and organization filter that is removed`,
    async () => {
      const sample = isFull ? [] : ['--sample', String(SAMPLE)];
      const script = spawn(process.execPath, ['scripts/test-guards.mjs', ...sample], {
        // A service with a guard fewer may answer anything; the campaign's client judges it.
        env: { ...process.env, TEST_UNDECLARED_ANSWERS: '' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [output, [code]] = await Promise.all([text(script.stdout), once(script, 'exit')]);
      expect(output).toContain('the first wall alone holds');
      const [, killed, tried] = /killed (\d+) \/ (\d+)/.exec(output) ?? [];
      expect({ output: killed === tried ? '' : output, code }).toEqual({ output: '', code: 0 });
      expect(Number(tried)).toBeGreaterThanOrEqual(isFull ? 200 : SAMPLE);
    },
    patience(LIMIT_MS),
  );
});
