import { createDouble } from '#double';
import { Backstop, type BackstopOptions } from './backstop.js';
import type { JsonObject } from './json.js';
import type { Double, DoubleAnswer, DoublePolicy, Unmatched } from './testing/double.js';
import type { components } from './wire/openapi.js';
import { type Problem, toError } from './wire/problems.js';
import { SHIPPED_REGISTRY } from './wire/shipped-registry.js';

type Schemas = components['schemas'];

/** A policy as `POST /policies` takes it. */
export type { DoublePolicy };

/** An action as an operator reads it. */
export type DoubleAction = Schemas['Action'];

/** An approval as an operator reads it. */
export type DoubleApproval = Schemas['ApprovalDetail'];

/** The decision on an approval. */
export type DoubleDecision =
  | 'approve'
  | { readonly approve: Approval }
  | { readonly reject: string | null }
  /** The approval stays pending. */
  | undefined;

/** An operator's yes. */
export interface Approval {
  /** Edited arguments, in place of those that were asked for. */
  readonly payload?: JsonObject;
  /** Why the arguments were edited. */
  readonly reason?: string;
  /** The name of the operator. Default `operator`; two names are two operators. */
  readonly by?: string;
}

/** The organization that the double plays; all of them may be left out. */
export interface ServiceDoubleOptions {
  /** In the form of `POST /policies`. Default: none. */
  readonly policies?: readonly DoublePolicy[];
  /** The verdict on a call that no policy matches. Default `ALLOW`. */
  readonly unmatched?: Unmatched;
  /** Default `TEAM`; with `FREE` a call that needs an approval is refused. */
  readonly plan?: 'FREE' | 'PRO' | 'TEAM';
  /** The actions that may be recorded. Default: no limit. */
  readonly quota?: number;
  /** Says if the state before a call is captured. Default `succeed`. */
  readonly captures?: 'succeed' | 'fail';
  /** Decides approvals as soon as they are requested. Left out: they wait for `approve` or `reject`. */
  readonly decide?: (approval: DoubleApproval) => DoubleDecision;
}

const BASE_URL = 'http://backstop.test';

/**
 * The service in memory, for unit tests of agents: policies, approvals and the life of an action are the service's own
 * code. It captures nothing, makes no calls, undoes nothing and reads no facts such as `target.table`.
 * @example
 * const service = new ServiceDouble({ policies: [{ apiNamePattern: 'stripe.*', action: 'REQUIRE_APPROVAL' }] });
 * const session = await service.client().createSession({ agentId: 'billing-bot', intent: 'refund' });
 */
export class ServiceDouble {
  readonly #double: Double;
  readonly #decide: ServiceDoubleOptions['decide'];
  readonly #decided = new Set<string>();
  #waiting: (() => void)[] = [];
  /** False: requests fail as they do while the service cannot be reached. */
  isReachable = true;

  /** @throws TypeError for a policy that reads what only the service can find out */
  constructor(options: ServiceDoubleOptions = {}) {
    const { policies = [], unmatched = 'ALLOW', plan = 'TEAM', quota = null, captures = 'succeed', decide } = options;
    this.#decide = decide;
    this.#double = createDouble({
      registry: SHIPPED_REGISTRY,
      hasApprovals: plan !== 'FREE',
      quota,
      captures,
    }) as Double;
    this.#double.onApproval = () => this.#look();
    this.setPolicies(policies, unmatched);
  }

  /** Makes a client of the double. With the key `bks_test_…` its sessions are simulated. */
  client(options: BackstopOptions = {}): Backstop {
    return new Backstop({ baseUrl: BASE_URL, apiKey: 'bks_live_double', outbox: false, ...options, fetch: this.fetch });
  }

  /** Stands for `fetch` of a program that makes its own client. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted();
    if (!this.isReachable) throw new TypeError('fetch failed');
    const { pathname, search } = new URL(String(input instanceof Request ? input.url : input));
    const headers = new Headers(init.headers);
    const key = headers.get('authorization')?.replace('Bearer ', '') ?? '';
    const {
      status,
      headers: answered,
      body,
    } = await this.#double.answer({
      method: init.method ?? 'GET',
      path: pathname + search,
      idempotencyKey: headers.get('idempotency-key'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
      caller: { kind: 'agent', simulated: key.startsWith('bks_test_') },
      signal: init.signal ?? null,
    });
    init.signal?.throwIfAborted();
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...answered } });
  };

  /** Replaces all policies. @returns their ids, in order @throws TypeError, BackstopError for one that means nothing */
  setPolicies(policies: readonly DoublePolicy[], unmatched: Unmatched = 'ALLOW'): readonly string[] {
    return this.#double.setPolicies(policies, unmatched);
  }

  /** Every recorded call of the agents, in order. */
  get actions(): readonly DoubleAction[] {
    return this.#double.actions() as readonly DoubleAction[];
  }

  /** The approvals that wait for a decision, the oldest first. */
  get pendingApprovals(): readonly DoubleApproval[] {
    return this.#double.pendingApprovals().map((id) => this.#double.approval(id) as DoubleApproval);
  }

  /** Resolves with the oldest approval that waits for a decision, once there is one. */
  async nextApproval(): Promise<DoubleApproval> {
    for (;;) {
      const [pending] = this.pendingApprovals;
      if (pending) return pending;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Approves, as an operator does. @throws BackstopError as `POST /approvals/:id/approve` */
  approve(id: string, { by = 'operator', ...body }: Approval = {}): Promise<DoubleApproval> {
    return this.#decideAs(by, `/approvals/${id}/approve`, body);
  }

  /** Rejects, as an operator does. @throws BackstopError */
  reject(id: string, reason: string | null = null): Promise<DoubleApproval> {
    return this.#decideAs('operator', `/approvals/${id}/reject`, reason === null ? {} : { reason });
  }

  /** Takes an approval back that was given, as an operator does. @throws BackstopError */
  revoke(id: string): Promise<DoubleApproval> {
    return this.#decideAs('operator', `/approvals/${id}/revoke`, {});
  }

  /** Pauses an agent: its waiting calls are rejected, and it may start nothing. */
  pause(agentId: string): void {
    this.#double.setPaused(agentId, true);
  }

  /** Lets a paused agent go on. */
  resume(agentId: string): void {
    this.#double.setPaused(agentId, false);
  }

  /** Lets time pass for the double, so that approvals expire and windows of policies move. */
  advance(milliseconds: number): void {
    this.#double.advance(milliseconds);
  }

  async #decideAs(name: string, path: string, body: object): Promise<DoubleApproval> {
    const answer = await this.asOperator('POST', path, body, name);
    const { data, error } = answer.body as { data: DoubleApproval; error: Problem | null };
    if (error) throw toError(error, null);
    return data;
  }

  /** @internal A request of an operator. */
  asOperator(method: string, path: string, body: unknown, name = 'operator'): Promise<DoubleAnswer> {
    const caller = { kind: 'operator', name } as const;
    return this.#double.answer({ method, path, idempotencyKey: null, body: body ?? null, caller, signal: null });
  }

  /** Tells those who wait for an approval, and decides what the test wants decided at once. */
  #look(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const tell of waiting) tell();
    if (!this.#decide) return;
    for (const approval of this.pendingApprovals) {
      if (this.#decided.has(approval.id)) continue;
      this.#decided.add(approval.id);
      const decision = this.#decide(approval);
      if (decision === undefined) continue;
      if (decision === 'approve') void this.approve(approval.id);
      else if ('approve' in decision) void this.approve(approval.id, decision.approve);
      else void this.reject(approval.id, decision.reject);
    }
  }
}
