import { setImmediate as turn } from 'node:timers/promises';
import { RecordingGate } from '../../../../sdk/test/support/recording-gate.js';
import { type Random, randomOf } from '../random.js';

/** Lets a random amount of other work happen. */
export async function aWhile(random: Random): Promise<void> {
  for (let turns = random(6); turns > 0; turns -= 1) await turn();
  if (random(3) === 0) await new Promise((resolve) => setTimeout(resolve, random(8)));
}

/** Ignores the end of a call that the program gives up. */
export const quiet = (result: unknown): void => void Promise.resolve(result).catch(() => undefined);

/** A gate that answers after a random time, as the service does, and has a person approve the calls of some seeds. */
export class SlowGate extends RecordingGate {
  readonly #random: Random;

  constructor(seed: number) {
    super();
    this.#random = randomOf(seed);
    if (seed % 3 === 0)
      this.decide = async (payload) => {
        await aWhile(this.#random);
        return payload;
      };
  }

  override async ask(...args: Parameters<RecordingGate['ask']>): ReturnType<RecordingGate['ask']> {
    await aWhile(this.#random);
    return super.ask(...args);
  }
}
