import type { components } from '../wire/openapi.js';
import type { RegistryEntry } from '../wire/wire.js';

type Schemas = components['schemas'];

/** A policy as `POST /policies` takes it. */
export type DoublePolicy = Schemas['CreatePolicyBody'];

/** The verdict on a call that no policy matches. */
export type Unmatched = DoublePolicy['action'];

/** A request as the double reads it. */
export interface DoubleRequest {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly idempotencyKey: string | null;
  readonly body: unknown;
  /** An agent with a live or a test key, or an operator. */
  readonly caller:
    | { readonly kind: 'agent'; readonly simulated: boolean }
    | { readonly kind: 'operator'; readonly name: string };
  /** Ends a request that is held. */
  readonly signal: AbortSignal | null;
}

export interface DoubleAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface DoubleSettings {
  readonly registry: readonly RegistryEntry[];
  readonly hasApprovals: boolean;
  /** Actions of a month; null: no limit. */
  readonly quota: number | null;
  /** The result of each capture. */
  readonly captures: 'succeed' | 'fail';
}

/** The service in memory, behind {@link ServiceDouble}. */
export interface Double {
  answer(request: DoubleRequest): Promise<DoubleAnswer>;
  /** @throws TypeError for a policy that the double cannot judge */
  setPolicies(policies: readonly DoublePolicy[], unmatched: Unmatched): readonly string[];
  setPaused(agentId: string, isPaused: boolean): void;
  advance(milliseconds: number): void;
  /** Every action as an operator reads it, in the order in which they were logged. */
  actions(): readonly unknown[];
  /** An approval as an operator reads it. */
  approval(id: string): unknown;
  /** In the order in which they were opened. */
  sessionIds(): readonly string[];
  /** Ids of approvals that can still be decided, the oldest first. */
  pendingApprovals(): readonly string[];
  /** Called whenever an approval was opened or decided. */
  onApproval: () => void;
}
