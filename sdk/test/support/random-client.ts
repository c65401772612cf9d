// biome-ignore-all lint/suspicious/noExplicitAny: a program uses any member that the client happens to have.
import type { Random } from '../../../test/campaigns/differential/random.js';
import { type Part, Pathed, randomParts, type Use } from './random-parts.js';

/** The requests that reached the end: those that the client would have sent. */
export type Sent = string[];

export interface Subject {
  readonly client: any;
  readonly sent: Sent;
}

export interface Built extends Subject {
  readonly uses: readonly Use[];
  readonly reads: readonly string[];
  readonly callbacks: readonly string[];
}

/** A client of random shape. The same seed gives the same shape, with an end of its own. */
export function randomClient(random: Random): Built {
  const sent: Sent = [];
  const reads: string[] = [];
  const callbacks: string[] = [];
  const send = (what: string, ...args: unknown[]) => {
    sent.push(`${what} ${JSON.stringify(args)}`);
  };
  let names = 0;
  const name = (kind: string) => {
    names += 1;
    return `${kind}${names}`;
  };
  const kinds = randomParts(random, send);

  const place = (value: unknown, path: string): unknown => {
    if (!(value instanceof Pathed)) return value;
    if (value.kind === 'read') reads.push(path);
    if (value.kind === 'callback') callbacks.push(path);
    return value.make(path);
  };
  const uses: Use[] = [];
  const object = (depth: number, path: string, at: (client: any) => any): Record<string, unknown> => {
    const made: Record<string, unknown> = random(2) === 0 ? {} : (new (class Service {})() as Record<string, unknown>);
    for (let left = 2 + random(4); left > 0; left -= 1) {
      const key = name(depth > 0 ? 'member' : 'root');
      const inner = path === '' ? key : `${path}.${key}`;
      const atInner = (client: any) => at(client)[key];
      if (depth < 3 && random(4) === 0) {
        made[key] = object(depth + 1, inner, atInner);
        continue;
      }
      const part = (kinds[random(kinds.length)] as () => Part)();
      made[key] = place(part.value, inner);
      // A method is to be called on its object.
      const bound = (client: any) => {
        const owner = at(client);
        const value = owner[key];
        return value;
      };
      uses.push(...part.uses(bound, inner));
    }
    return made;
  };
  const client = object(0, '', (root) => root);
  client.close = () => 'closed';
  return { client, sent, uses, reads, callbacks };
}
