import { isDeepStrictEqual } from 'node:util';
import { expiry, idOf, type State } from '../part.js';
import { reading, statesOf } from '../reads.js';
import type { Recorded } from '../record.js';
import { asked } from '../server/client.js';
import type { Now } from '../server/now.js';
import type { Command, RedisTransport } from '../server/transport.js';
import { type Wanted, writes } from '../writes.js';
import type { Judged } from './verdicts.js';

/** It was written, and yet reads back otherwise. */
export class NotRestored extends Error {}

export const toWanted = ({ part, verdict }: Judged): Wanted => ({
  part,
  to: verdict.is === 'restore' ? verdict.to : null,
});

/** Key by key; a key that an undo makes again gets the expiry that it had. */
export function commandsOf(judged: readonly Judged[], { captured }: Recorded, now: Now): Command[] {
  return [...new Set(judged.map(({ part }) => part.key))].flatMap((key) => {
    const wanted = judged.filter(({ part }) => part.key === key).map(toWanted);
    const id = idOf(expiry(key));
    const written = wanted.find(({ part }) => part.kind === 'expiry');
    const held = now.states.get(id) ?? null;
    const isWhole = wanted.some(({ part, to }) => to !== null && (part.kind === 'value' || part.kind === 'list'));
    if (written) return writes(wanted, written.to?.value ?? null);
    if (held !== null) return writes(wanted, isWhole ? held : null);
    return writes(wanted, captured(expiry(key))?.value ?? null);
  });
}

/** A member is known by its name alone, and reads back as being there. */
export const writtenState = ({ part, to }: Wanted): State =>
  part.kind === 'member' ? to !== null || null : (to?.value ?? null);

/**
 * Writes and reads back in one transaction. Answers false when a watched key was changed.
 * @throws NotRestored
 */
export async function write(
  client: RedisTransport,
  commands: readonly Command[],
  wanted: readonly Wanted[],
): Promise<boolean> {
  const parts = wanted.map(({ part }) => part);
  const all = [...commands, ...parts.flatMap((part) => reading(part).commands)];
  const replies = await asked(() => client.multi(all));
  if (!replies) return false;
  const failure = replies.slice(0, commands.length).find(([error]) => error)?.[0];
  if (failure) await asked(() => Promise.reject(failure));
  const left = await asked(async () => statesOf(parts, replies.slice(commands.length)));
  const other = wanted.find((one, index) => !isDeepStrictEqual(left[index], writtenState(one)));
  if (other)
    throw new NotRestored(`the key ${JSON.stringify(other.part.key)} was written, and yet reads back otherwise`);
  return true;
}
