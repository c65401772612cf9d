import { inspect } from 'node:util';
import { randomOf } from '../../../test/campaigns/differential/random.js';
import { sized } from '../../../test/support/campaign-size.js';
import { blockingGate, wrapRecorded } from '../support/every-method.js';
import { type Built, randomClient } from '../support/random-client.js';
import type { Use } from '../support/random-parts.js';
import { RecordingGate } from '../support/recording-gate.js';

const SEEDS = sized({ short: 25, full: 5_000 });
const seeds = Array.from({ length: SEEDS }, (_, index) => index + Number(process.env.OBJECT_SEED ?? 1));

/** Returns the result or the error of a use as text: objects of both runs are compared by their contents. */
async function outcomeOf(use: Use, client: unknown): Promise<string> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    limit = setTimeout(resolve, 20_000, 'it hangs');
  });
  try {
    const answered = await Promise.race([(async () => use(client))(), late]);
    return inspect(answered, { depth: 6, sorted: true });
  } catch (error) {
    return `threw ${(error as Error).message} ${(error as { code?: string }).code}`;
  } finally {
    clearTimeout(limit);
  }
}

async function run({ uses, sent }: Built, client: { close(): unknown }): Promise<string[]> {
  const outcomes: string[] = [];
  for (const [index, use] of uses.entries()) {
    const before = sent.length;
    const outcome = await outcomeOf(use, client);
    await client.close();
    outcomes.push(`${index}: ${use.toString()}\n${outcome}\nsent: ${sent.slice(before).join(' | ')}`);
  }
  return outcomes;
}

const optionsOf = ({ reads, callbacks }: Built) => ({ connector: 'random', reads, callbacks });

describe('a random client object', () => {
  it('answers, fails and sends in the same order bare and wrapped, where everything is allowed', async () => {
    const differing: string[] = [];
    for (const seed of seeds) {
      const [bare, wrapped] = [randomClient(randomOf(seed)), randomClient(randomOf(seed))];
      const gate = new RecordingGate();
      const expected = await run(bare, bare.client);
      expect(expected.filter((one) => /\nthrew .*( is not |Cannot )/.test(one))).toEqual([]);
      const seen = await run(wrapped, wrapRecorded(wrapped.client, gate, optionsOf(wrapped)));
      differing.push(
        ...seen.flatMap((one, at) => (one === expected[at] ? [] : [`seed ${seed}\n${one}\nbare:\n${expected[at]}`])),
      );
      expect(gate.asked.length).toBe(gate.outcomes.length);
    }
    expect(differing).toEqual([]);
  });

  it('sends nothing but what reads names, where everything is blocked', async () => {
    for (const seed of seeds) {
      const built = randomClient(randomOf(seed));
      await run(built, wrapRecorded(built.client, blockingGate(), optionsOf(built)));
      expect([seed, built.sent.filter((one) => !one.startsWith('read '))]).toEqual([seed, []]);
    }
  });

  it('is seen to send where it is let through, and to differ where a builder is sent at once', async () => {
    const built = seeds.map((seed) => randomClient(randomOf(seed)));
    for (const one of built)
      await run(one, wrapRecorded(one.client, blockingGate(), { ...optionsOf(one), reads: ['*'] }));
    expect(built.flatMap(({ sent }) => sent).filter((one) => !one.startsWith('read ')).length).toBeGreaterThan(0);
    const [bare, eager] = [randomClient(randomOf(seeds[0] ?? 1)), randomClient(randomOf(seeds[0] ?? 1))];
    const naive = (value: unknown): unknown =>
      typeof value !== 'object' && typeof value !== 'function'
        ? value
        : new Proxy(value as object, {
            get: (raw, key) => naive(Reflect.get(raw, key, raw)),
            apply: (raw, _, args) => {
              const answer = (async () => Reflect.apply(raw as () => unknown, undefined, args))();
              answer.catch(() => undefined);
              return answer;
            },
          });
    expect(await run(eager, naive(eager.client) as typeof eager.client)).not.toEqual(await run(bare, bare.client));
  });

  it('sends nothing but what reads names, for a test key', async () => {
    for (const seed of seeds) {
      const built = randomClient(randomOf(seed));
      const gate = new RecordingGate();
      gate.simulated = true;
      await run(built, wrapRecorded(built.client, gate, optionsOf(built)));
      expect([seed, built.sent.filter((one) => !one.startsWith('read '))]).toEqual([seed, []]);
    }
  });
});
