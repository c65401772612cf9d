import type { Random } from '../../../support/random.mjs';

/** `before`: the request never reaches the provider. `after`: it has, and took effect there. */
type When = 'before' | 'after';

const ON_HTTP = {
  '429 with seconds': ['before'],
  '429 with a date': ['before'],
  '429 with garbage': ['before'],
  '500': ['before', 'after'],
  '502': ['before', 'after'],
  '503': ['before', 'after'],
  'no answer': ['after'],
  'cut connection': ['before', 'after'],
  'cut in the middle of the answer': ['after'],
  'wrong JSON': ['before', 'after'],
  '200 with an error body': ['before', 'after'],
  'a 1 GB answer': ['after'],
  'slow bytes': ['after'],
} as const satisfies Record<string, readonly When[]>;

const ON_TCP = {
  'no answer': ['after'],
  'cut connection': ['before', 'after'],
  'cut in the middle of the answer': ['after'],
  'slow bytes': ['after'],
  'refused connections': ['before'],
} as const satisfies Record<string, readonly When[]>;

/**
 * For calls that the service makes: a request arrives after the service has given it up, or a gateway sends one twice that
 * HTTP lets it repeat, and passes the second answer on.
 */
const OF_CALLS = {
  http: { 'arrives late': ['after'], 'arrives twice': ['after'] },
  tcp: { 'arrives late': ['after'] },
} as const satisfies Record<string, Record<string, readonly When[]>>;

/** The protocol that the network to a provider understands: a proxy reads requests, a relay reads bytes. */
export type Wire = 'http' | 'tcp';
export type HttpKind = keyof typeof ON_HTTP;
export type TcpKind = keyof typeof ON_TCP;
export type Kind = HttpKind | TcpKind | keyof typeof OF_CALLS.http;
export const ALL_KINDS = [...new Set<Kind>([...keysOf(ON_HTTP), ...keysOf(ON_TCP)])];

export interface Fault {
  readonly kind: Kind;
  readonly when: When;
}

export type Schedule = (ordinal: number) => Fault | null;

/** A connection to a database begins with several messages, and one undo is a dozen more. */
const WIRES = {
  http: { kinds: ON_HTTP as Partial<Record<Kind, readonly When[]>>, chances: [0.1, 0.2, 0.35], sureWithin: 2 },
  tcp: { kinds: ON_TCP as Partial<Record<Kind, readonly When[]>>, chances: [0.01, 0.03, 0.08], sureWithin: 10 },
};

/** Decides which message of one rollback gets which fault; the same generator gives the same faults. */
export function scheduleOf(random: Random, wire: Wire): Schedule {
  const { kinds, chances, sureWithin } = WIRES[wire];
  const chance = random.pick(chances);
  // At least one fault occurs at a message that every rollback sends.
  const sure = random.integer(sureWithin);
  return (ordinal) => {
    const isFaulted = random.chance(chance) || ordinal === sure;
    const kind = random.pick(keysOf(kinds));
    const when = random.pick(kinds[kind] ?? []);
    return isFaulted ? { kind, when } : null;
  };
}

/** Decides the same for one call that the service makes: the message that has an effect is among the first ones. */
export function scheduleOfCall(random: Random, wire: Wire): Schedule {
  const kinds: Partial<Record<Kind, readonly When[]>> = { ...WIRES[wire].kinds, ...OF_CALLS[wire] };
  const chance = random.pick([0, 0.1, 0.3]) / (wire === 'http' ? 1 : 4);
  const sure = random.integer(wire === 'http' ? 5 : 8);
  return (ordinal) => {
    const isFaulted = random.chance(chance) || ordinal === sure;
    // A late or repeated request cannot be distinguished from a lost one, so it comes as often as all others.
    const kind = random.pick(keysOf(random.chance(0.5) ? OF_CALLS[wire] : kinds)) as Kind;
    const when = random.pick(kinds[kind] ?? []);
    return isFaulted ? { kind, when } : null;
  };
}

function keysOf<K extends string>(of: Partial<Record<K, unknown>>): K[] {
  return Object.keys(of) as K[];
}
