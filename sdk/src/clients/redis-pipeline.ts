import type { Member, Place, Way } from '../method-client/place.js';
import { byMethod, byName, bySending, type Calling } from './redis-calling.js';
import { effectOf } from './redis-effect.js';
import { commandOf } from './redis-words.js';

const COLLECTED: Way = {
  kind: 'refuse',
  reason:
    'Pipelines and transactions are sent as one, so that a command in them that may write cannot be governed; nothing of it was sent. Call it by itself.',
};
const OWN = new Set(['exec', 'execBuffer', 'then', 'catch', 'finally', 'fillResult', 'multi', 'pipeline']);

/** What collects commands: those that only read. */
export const PIPELINE: Place = {
  member: (key, value): Member | undefined => {
    if (typeof key !== 'string' || typeof value !== 'function' || OWN.has(key) || key in Object.prototype)
      return undefined;
    if (key === 'addBatch') return { way: { kind: 'route', route: ([commands]) => batchRefused(commands) } };
    if (key === 'sendCommand') return { way: { kind: 'route', route: refusing(bySending) } };
    if (/^(call(Buffer)?|send_command)$/.test(key)) return { way: { kind: 'route', route: refusing(byName) } };
    return { way: { kind: 'route', route: refusing(byMethod(key.replace(/Buffer$/, ''))) } };
  },
};

/** `[['get', 'a'], ['set', 'a', '1']]`, of which one may write; null when none does. */
export function batchRefused(commands: unknown): Way | null {
  if (!Array.isArray(commands)) return null;
  const reads = commands.every((one) => Array.isArray(one) && isReading(commandOf(one[0], one.slice(1))));
  return reads ? null : COLLECTED;
}

function refusing(calling: Calling): (args: readonly unknown[]) => Way | null {
  return (args) => (isReading(calling.command(args)) ? null : COLLECTED);
}

function isReading({ name, words }: ReturnType<typeof commandOf>): boolean {
  return effectOf(name, words) === 'reads';
}
