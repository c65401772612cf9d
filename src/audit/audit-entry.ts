/** Who changed something; a job of ours has no id. */
export interface Actor {
  readonly kind: 'USER' | 'API_KEY' | 'SYSTEM';
  readonly id: string | null;
  /** What people call them: an e-mail address, the name of a key, or of a job. */
  readonly label: string;
}

/** On whose behalf, and in which request: a caller is one. */
export interface By extends Actor {
  readonly organizationId: string;
  readonly requestId: string | null;
}

/** What changed, as it is told: never a secret (docs/contract.md, "Audit"). */
export interface Change {
  /** `<thing>.<what happened to it>`, such as `api-key.revoked`. */
  readonly action: string;
  readonly target: { readonly type: string; readonly id: string };
  /** Null: it was not there before. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** Null: it is gone. */
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** One link of an organization's chain, as it is shown and exported. `hash` is that of all its other members. */
export interface AuditEntry extends Change {
  readonly id: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly actor: Actor;
  readonly requestId: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  /** SHA-256, hex, of the RFC 8785 form of this entry without `hash`. */
  readonly hash: string;
  /** The hash of the entry before it; the first one's is made of the organization's id (`genesisOf`). */
  readonly previousHash: string;
}

/** What the service itself does, in a job. */
export const bySystem = (organizationId: string, label: string): By => ({
  organizationId,
  kind: 'SYSTEM',
  id: null,
  label,
  requestId: null,
});
