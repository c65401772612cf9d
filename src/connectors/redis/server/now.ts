import { millisecondsOf } from '../capture.js';
import { idOf, type Part, type State, TOO_LARGE } from '../part.js';
import { reading, statesOf, tooLarge } from '../reads.js';
import type { Command, RedisTransport } from './transport.js';

export interface Now {
  /** The states by `idOf` of the part. */
  readonly states: ReadonlyMap<string, State>;
  /** Milliseconds by the server's clock. */
  readonly at: number;
}

/** Reads the present states of parts. A key that has become too large to be read equals no captured state. */
export async function readNow(client: RedisTransport, parts: readonly Part[]): Promise<Now> {
  const large = await tooLarge(client, parts);
  const read = parts.filter(({ key, kind }) => kind === 'expiry' || !large.has(key));
  const commands: Command[] = [...read.flatMap((part) => reading(part).commands), ['time']];
  const replies = (await client.pipeline(commands)) ?? [];
  const states = statesOf(read, replies);
  const known = new Map(read.map((part, index) => [idOf(part), states[index] ?? null]));
  for (const part of parts) if (!known.has(idOf(part))) known.set(idOf(part), TOO_LARGE);
  return { states: known, at: millisecondsOf(replies.at(-1)?.[1]) };
}
