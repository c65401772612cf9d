import { genesisOf, hashOf, type Link } from './chain.js';

/** The last link of a verified export, stored elsewhere: the next export must contain it. */
export interface Checkpoint extends Link {
  /** Null when the organization was not named as the checkpoint was saved. */
  readonly organization: string | null;
}

export interface Expected {
  readonly organization?: string | undefined;
  readonly checkpoint?: Checkpoint | undefined;
  /** The export may begin after the first entry although a checkpoint is given. */
  readonly part?: boolean | undefined;
}

export interface Finding {
  readonly kind:
    | 'malformed'
    | 'edited'
    | 'duplicate'
    | 'missing'
    | 'replaced'
    | 'reordered'
    | 'truncated'
    | 'rewritten'
    | 'foreign';
  /** The first entry concerned; null when it does not say which it is. */
  readonly sequence: number | null;
  readonly message: string;
}

export interface Verdict {
  /** The faults, by sequence; an empty list means that the chain is intact. */
  readonly findings: readonly Finding[];
  readonly oldest: Link | null;
  readonly newest: Link | null;
}

/** The parts of an entry that are kept: its hash covers the rest. */
export interface Seen extends Link {
  readonly previousHash: string;
  /** True when the entry's contents do not match its hash. */
  readonly isEdited: boolean;
}

/** All entries that claim one place in the chain: one, unless an entry was added. */
type Claims = readonly [Seen, ...Seen[]];

/**
 * Verifies that the pages of an export, in any order, are an unchanged chain (docs/contract.md, "Audit"). The entries
 * of a page are in one order, newest or oldest first. Only a checkpoint shows that the newest entries were cut off, or
 * that the whole chain was made anew. The entries after a checkpoint are proved by the next one only.
 */
export function verifyChain(pages: readonly (readonly unknown[])[], expected: Expected = {}): Verdict {
  return verifySeen(
    pages.map((page) => page.map(seenOf)),
    expected,
  );
}

/** Verifies the kept parts of entries in the same way; null stands for a value that is no entry. */
export function verifySeen(pages: readonly (readonly (Seen | null)[])[], expected: Expected = {}): Verdict {
  const chain = inOrder(pages.flatMap((page) => page.filter((seen) => seen !== null)));
  const [oldest, newest] = [linkOf(chain.at(0)), linkOf(chain.at(-1))];
  const findings = [
    ...pages.flatMap(malformedIn),
    ...pages.flatMap(outOfPlace),
    ...chain.flatMap((claims, index) => [...wrongInside(claims), ...wrongAfter(chain[index - 1], claims)]),
    ...wrongBeginning(chain, expected),
    ...(expected.checkpoint ? wrongAtCheckpoint(chain, expected.checkpoint, expected.part ?? false) : []),
  ];
  return { findings: findings.sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0)), oldest, newest };
}

/** Null when the value is no entry. */
export function seenOf(value: unknown): Seen | null {
  if (typeof value !== 'object' || value === null) return null;
  const { sequence, hash, previousHash } = value as Partial<Seen>;
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence) || sequence < 1) return null;
  if (typeof hash !== 'string' || typeof previousHash !== 'string') return null;
  return { sequence, hash, previousHash, isEdited: hashOf(value) !== hash };
}

function linkOf(claims: Claims | undefined): Link | null {
  return claims ? { sequence: claims[0].sequence, hash: claims[0].hash } : null;
}

function inOrder(entries: readonly Seen[]): Claims[] {
  const chain: [Seen, ...Seen[]][] = [];
  for (const entry of [...entries].sort((a, b) => a.sequence - b.sequence)) {
    const last = chain.at(-1);
    if (last?.[0].sequence === entry.sequence) last.push(entry);
    else chain.push([entry]);
  }
  return chain;
}

function malformedIn(page: readonly (Seen | null)[], index: number): Finding[] {
  const message = `Something in page ${index + 1} is not an audit entry.`;
  return page.every((seen) => seen !== null) ? [] : [{ kind: 'malformed', sequence: null, message }];
}

function outOfPlace(page: readonly (Seen | null)[]): Finding[] {
  const sequences = page.flatMap((seen) => seen?.sequence ?? []);
  const ascends = (sequences.at(-1) ?? 0) > (sequences[0] ?? 0);
  const at = sequences.findIndex((sequence, index) => {
    const before = sequences[index - 1] ?? sequence;
    return ascends ? before > sequence : before < sequence;
  });
  const [sequence, before] = [sequences[at] ?? 0, sequences[at - 1]];
  const message = `Entry ${sequence} stands after entry ${before}: entries were put into another order.`;
  return at === -1 ? [] : [{ kind: 'reordered', sequence, message }];
}

function wrongInside(claims: Claims): Finding[] {
  const [{ sequence }, ...others] = claims;
  const findings: Finding[] = [];
  if (claims.some(({ isEdited }) => isEdited)) {
    findings.push({ kind: 'edited', sequence, message: `Entry ${sequence} is not what its hash was made of.` });
  }
  if (others.length > 0) {
    const message = `There are ${claims.length} entries ${sequence}: all but one were inserted.`;
    findings.push({ kind: 'duplicate', sequence, message });
  }
  return findings;
}

function wrongAfter(before: Claims | undefined, claims: Claims): Finding[] {
  const { sequence } = claims[0];
  if (!before) return [];
  const expected = before[0].sequence + 1;
  if (sequence > expected) {
    return [{ kind: 'missing', sequence: expected, message: `${range(expected, sequence - 1)} missing.` }];
  }
  const follows = claims.some(({ previousHash }) => before.some(({ hash }) => hash === previousHash));
  const message = `Entry ${sequence} was not made after this entry ${sequence - 1}: one of the two was replaced.`;
  return follows ? [] : [{ kind: 'replaced', sequence, message }];
}

function wrongBeginning(chain: readonly Claims[], { organization, checkpoint }: Expected): Finding[] {
  const owner = organization ?? checkpoint?.organization;
  if (organization && checkpoint?.organization && organization !== checkpoint.organization) {
    const message = `The checkpoint is of organization ${checkpoint.organization}, not of ${organization}.`;
    return [{ kind: 'foreign', sequence: null, message }];
  }
  const first = chain[0];
  if (!owner || first?.[0].sequence !== 1) return [];
  if (first.some(({ previousHash }) => previousHash === genesisOf(owner).hash)) return [];
  return [
    { kind: 'foreign', sequence: 1, message: `This is not the beginning of the chain of organization ${owner}.` },
  ];
}

function wrongAtCheckpoint(chain: readonly Claims[], { sequence, hash }: Checkpoint, part: boolean): Finding[] {
  const [first, last] = [chain[0]?.[0], chain.at(-1)?.[0]];
  if (!first || !last || last.sequence < sequence) {
    const from = (last?.sequence ?? 0) + 1;
    const message = `${range(from, sequence)} missing at the newest end, which the checkpoint has seen.`;
    return [{ kind: 'truncated', sequence: from, message }];
  }
  if (first.sequence > sequence + 1) {
    const message = `${range(sequence + 1, first.sequence - 1)} missing between the checkpoint and this export.`;
    return [{ kind: 'missing', sequence: sequence + 1, message }];
  }
  const findings: Finding[] = [];
  if (first.sequence > 1 && !part) {
    const message = `${range(1, first.sequence - 1)} missing at the oldest end. Say so if this is meant to be a part.`;
    findings.push({ kind: 'truncated', sequence: 1, message });
  }
  const seen = chain.find(([entry]) => entry.sequence === sequence)?.map((entry) => entry.hash) ?? [first.previousHash];
  if (!seen.includes(hash)) {
    const message = `Entry ${sequence} is not the one of the checkpoint: the entries before it were rewritten.`;
    findings.push({ kind: 'rewritten', sequence, message });
  }
  return findings;
}

const range = (from: number, to: number) => (from === to ? `Entry ${from} is` : `Entries ${from} to ${to} are`);
