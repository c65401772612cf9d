/**
 * The attack from outside in the size that you choose. It shows its progress.
 *
 *   node scripts/test-hostile.mjs [--requests 200000] [--rate 100] [--seed backstop] [--only 17,18]
 *
 * `--rate`: requests a second at most. `--only`: these stories of the seed, as a breach names them.
 */
import { parseArgs } from 'node:util';
import { runJest } from './jest.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { requests: text, rate: text, seed: text, only: text } });
const { requests = '200000', rate = '100', seed = 'backstop', only } = values;
for (const [name, value] of Object.entries({ requests, rate }))
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number from 1.`);

const settings = { CAMPAIGN_TIMES: '0', HOSTILE_REQUESTS: requests, HOSTILE_RATE: rate, HOSTILE_SEED: seed };
process.exit(
  await runJest(['test/campaigns/hostile/two-processes'], { ...settings, ...(only && { HOSTILE_ONLY: only }) }),
);
