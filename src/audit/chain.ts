import { canonicalHash } from '../platform/hash.js';
import type { Actor, AuditEntry, Change } from './audit-entry.js';

/** The newest entry so far, or the link before the first entry. */
export type Link = Pick<AuditEntry, 'sequence' | 'hash'>;

/** The contents of an entry, without its place in the chain. */
export interface EntryContent extends Change {
  readonly id: string;
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly createdAt: string;
}

/**
 * The link before the first entry. It names the organization, so that a chain of one organization is no chain of
 * another.
 */
export const genesisOf = (organizationId: string): Link => ({
  sequence: 0,
  hash: canonicalHash({ auditOf: organizationId }),
});

/** SHA-256, hex, of the RFC 8785 form of all members but `hash`, unknown ones included. */
export const hashOf = (entry: object): string => canonicalHash({ ...entry, hash: undefined });

/** The next entry of a chain, as it will be read back: what JSON leaves out is not hashed either. */
export function linkTo(
  previous: Link,
  { id, actor, action, target, before, after, requestId, createdAt }: EntryContent,
) {
  const sequence = previous.sequence + 1;
  const content = { id, sequence, actor, action, target, before, after, requestId, createdAt };
  const entry = JSON.parse(JSON.stringify({ ...content, previousHash: previous.hash })) as Omit<AuditEntry, 'hash'>;
  return { ...entry, hash: hashOf(entry) } satisfies AuditEntry;
}
