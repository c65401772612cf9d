/** The actor of a change; a job of the service has no id. */
export interface Actor {
  readonly kind: 'USER' | 'API_KEY' | 'SYSTEM';
  readonly id: string | null;
  /** The name that people know: an e-mail address, the name of a key, or of a job. */
  readonly label: string;
}

/** The actor with the organization and the request of the change; a caller has this form. */
export interface By extends Actor {
  readonly organizationId: string;
  readonly requestId: string | null;
  /** The personal token through which an operator's program made the change. */
  readonly token?: { readonly name: string } | null;
}

/** A change in the form that is shown: it never holds a secret (docs/contract.md, "Audit"). */
export interface Change {
  /** `<thing>.<what happened to it>`, such as `api-key.revoked`. */
  readonly action: string;
  readonly target: { readonly type: string; readonly id: string };
  /** Null when the change created it. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** Null when the change removed it. */
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** A link of an organization's chain, as it is shown and exported. `hash` covers all its other members. */
export interface AuditEntry extends Change {
  readonly id: string;
  /** The sequence begins at 1 and has no gaps. */
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

/** The actor of changes that the service makes in a job. */
export const bySystem = (organizationId: string, label: string): By => ({
  organizationId,
  kind: 'SYSTEM',
  id: null,
  label,
  requestId: null,
});
