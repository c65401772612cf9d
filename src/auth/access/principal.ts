import type { Plan } from '../../config/config.js';
import type { TokenScope } from '../../contract/token-scopes.js';

export type { Plan };

/** Whom a credential proves, and for which organization: its only source. */
export interface Identity {
  readonly kind: 'USER' | 'API_KEY';
  /** The user's or the key's id. */
  readonly id: string;
  /** The name that people know: an e-mail address, or the name of a key. */
  readonly label: string;
  /** The address of the person behind the caller: the operator, or who made the key. */
  readonly person: string;
  readonly organizationId: string;
  readonly plan: Plan;
  /** The organization's epoch when this was read; a later one makes it stale. */
  readonly epoch: number;
  /** A test key sees simulated sessions only, a live key the others; null for an operator, who sees both. */
  readonly simulated: boolean | null;
  /** A key may be bound to one agent. */
  readonly agentSlug: string | null;
  /** The personal token with which an operator's program speaks; null for every other credential. */
  readonly token: TokenOfCaller | null;
}

/** An organization as it was at an epoch: all that a cached value depends on. */
export type AtEpoch = Pick<Identity, 'organizationId' | 'epoch'>;

export interface TokenOfCaller {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
}

/** The caller of one request. */
export interface Principal extends Identity {
  readonly requestId: string;
}

const RANK: Record<Plan, number> = { FREE: 0, PRO: 1, TEAM: 2 };

export function planCovers(plan: Plan, required: Plan): boolean {
  return RANK[plan] >= RANK[required];
}

/** The lane whose bounds a caller counts against: the operators of an organization do not share those of its agents. */
export const laneOf = ({ organizationId, kind }: Pick<Identity, 'organizationId' | 'kind'>): string =>
  kind === 'USER' ? `${organizationId} operators` : organizationId;
