/** The one shape every provider is described in. The registry, the precapture and the rollback engine read nothing else. */

import type { OperationType } from '../contract/operation-types.js';
import type { FactReader } from './facts/facts.js';
import type { ProbedOutcome } from './proof/proof.js';

export type { OperationType };
export type Reversibility = 'exact' | 'compensating' | 'none';
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface OperationDefinition {
  /** `<connector>.<resource>.<verb>` */
  readonly apiName: string;
  readonly resource: string;
  readonly verb: string;
  readonly operationType: OperationType;
  readonly reversibility: Reversibility;
  /** What undoes it, in words; null when nothing does. */
  readonly inverse: string | null;
  readonly precapture: 'required' | 'none';
  /** JSON Schema of the payload. A payload outside it cannot be captured; it is never a reason to refuse the action. */
  readonly payloadSchema: object;
  readonly notes: string | null;
  /** By what a change by another client is noticed, in words. */
  readonly driftSignal?: string | null;
  /** Hours after the call within which the provider still lets it be undone. Absent: as long as nothing else changes. */
  readonly undoableForHours?: number;
  /** The service itself can make the call. A text: why it cannot. Left out: its connector makes no calls yet. */
  readonly performs?: true | string;
}

export interface CredentialField {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  /** It may be read in words that are stored and shown; of every other field nothing may. */
  readonly isPublic?: boolean;
  /** Of a field that is not public: what a connector reads of it where it runs apart. Left out: nothing. */
  publicPart?(value: string): string;
}

/** The secrets of one credential, which no word that is stored, logged or shown may hold. */
export interface Secrets {
  /** What else there is in the credential. */
  readonly publicPart: Readonly<Record<string, string>>;
  /** One more, that the credential brought: an access token. */
  note(secret: string): void;
  /** Whether one that is as long as a token is in a state, or in the bytes of one. */
  hasToken(state: unknown): boolean;
  /** The text without them. */
  without(text: string): string;
  /** A state as it is shown, without them; also shorter ones are looked for. */
  shown<T>(state: T): T;
  /** The same error without them. */
  cleaned(thrown: unknown): unknown;
}

/**
 * What the tries at undoing one call noted of one resource. That there is one says that the effect of the call was seen
 * there: it is kept before the call to the provider that changes the resource back.
 */
export interface Trace {
  /** As `ItemReport.resource`; of one that was made again, as `ItemReport.formerly`. */
  readonly resource: string;
  /** When a call that must not be repeated blindly may have reached the provider; milliseconds. Null: none has. */
  readonly sentAt: number | null;
  /** The provider said that it was carried out. */
  readonly isAnswered?: boolean;
  /** The provider ended it, and did not say how. */
  readonly isOver?: boolean;
  /** What a try found in one place and wrote there instead, where nothing else tells whether it was committed. */
  readonly written?: { readonly seen: string; readonly wrote: string };
  /** Where resources equal to the lost one were before that call. */
  readonly twins?: readonly JsonObject[];
}

/** What an undo replaced in one write, for a later `reapply` of the same connector. */
export interface Replaced {
  /** Of which resource; of a database, of all that one transaction wrote. The same again replaces what was kept. */
  readonly resource: string;
  /** False: it was kept before the write, whose outcome was not seen. True: it was written and read back. */
  readonly isDone: boolean;
  /** So many of the calls that `older` named were undone in the same write. Left out: none. */
  readonly together?: number;
  readonly content: JsonObject;
}

/** What is kept of an undo across tries, processes and rollbacks (docs/contract.md, "Evidence"). Addresses are those of a kind. */
export interface UndoMemory {
  all(): readonly Trace[];
  traceOf(resource: string): Trace | null;
  /** Which of these an undo of another call of the same session has seen the effect of. Left out: it knows no others. */
  seenBesides?(resources: readonly string[]): Promise<readonly string[]>;
  /** Kept when it returns. @throws when this process has lost the right to go on */
  note(traces: readonly Trace[], replaced?: readonly Replaced[]): Promise<void>;
  /** Where the resource is now, if an undo made it again under another address; otherwise the address itself. */
  whereIs(kind: string, address: JsonObject): Promise<JsonObject>;
  noteMadeAgain(kind: string, from: JsonObject, to: JsonObject): Promise<void>;
  /** Those of the addresses under which an undo made another resource again than the one at `from`. */
  madeForOthers(kind: string, from: JsonObject, among: readonly JsonObject[]): Promise<readonly JsonObject[]>;
}

/** What is kept of an attempt before it can take effect: enough to tell afterwards whether it did. */
export interface Noted {
  /** Whatever the connector asks its provider by. */
  readonly key: JsonObject;
  /** As `Performed` has them, where they are known before the effect. */
  readonly response?: Json;
  readonly capture?: Capture;
}

/** A call that the service makes. */
export interface PerformedCall {
  readonly apiName: string;
  readonly payload: JsonObject;
}

/** What became of it. `capture`: of the state right before it; null: there is none to be captured. */
export type Performed =
  /** `response`: as the provider's own client answers, as JSON. */
  | { readonly outcome: 'done'; readonly response: Json; readonly capture: Capture | null }
  /** The provider answered that it did not do it, or it was not asked because it could not have. */
  | { readonly outcome: 'refused'; readonly refusal: JsonObject & { message: string } };

/**
 * `never`: it took no effect and cannot any more. `again`: sent again it has its effect once. `lost`: nothing that was
 * noted tells.
 */
export type Fate = Performed | { readonly outcome: 'never' | 'again' | 'lost' };

/** A request that an agent's call makes: its answer is for the agent, who may see no secret in it. */
export interface AgentCall {
  /** @throws NotCapturable where a value of the payload may be read as more than its place in the path */
  assertPath(pathname: string): void;
}

/** What a call to a provider may use. `allowedPrivateHosts` are the only non-public addresses it may reach. */
export interface ConnectorContext {
  /** Where the connector runs apart, what is public of them. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly allowedPrivateHosts: readonly string[];
  /** Milliseconds after which any single provider call is given up. */
  readonly timeoutMs: number;
  /** The same for every try at one undo, for providers that know idempotency keys. */
  readonly idempotencyKey?: string;
  /** Asked right before each call that changes something. @throws when this process has lost the right to make it */
  assertHeld?(): void;
  /** Known where the lines are opened. */
  readonly secrets?: Secrets;
  /** Calls of the same session without a known outcome: a transaction that no other client can see may hold them back. */
  unconfirmed?(): Promise<readonly Effect[]>;
  /**
   * Calls of this connector that the same rollback undoes right after this one, newest first, page by page from 0: a
   * database may take some of them together only. Null: there are no more. Left out: none.
   */
  older?(page: number): Promise<readonly Effect[] | null>;
  /** An operator has what the call added to a number taken off what is there, where another client changed it since. */
  readonly subtracts?: boolean;
  /** Told the dates of the provider's answers. */
  readonly onDate?: (date: number) => void;
  /** Left out: the undo forgets when it is over. */
  readonly memory?: UndoMemory;
  /**
   * Of a performed call: kept when it returns, before the call may take effect. Where nothing was noted, nothing was done.
   * @throws when this process has lost the right to go on
   */
  note?(noted: Noted): Promise<void>;
  /** Left out: a request is none of an agent's call. */
  readonly agentCall?: AgentCall;
  /** Opens the line of this connector where it runs apart from what holds the sockets. Left out: it opens its own. */
  openLine?(): Promise<object>;
}

/** What tells how a session of a database reads values; each as the server tells it. */
export interface SessionSettings {
  readonly timeZone?: string;
  readonly dateStyle?: string;
  readonly intervalStyle?: string;
  readonly monetaryLocale?: string;
  readonly standardConformingStrings?: string;
  readonly sqlMode?: string;
}

/**
 * What an agent's client asked its own connection to a database right before the call. It is compared with what the
 * stored credential reaches, and never applied: a false report gains nothing that naming the table would not.
 */
export interface AgentConnection {
  /** As the server tells itself from others: a start time, an id. */
  readonly server: string;
  /** Left out: none is chosen. */
  readonly database?: string;
  /** What the name in the payload means there. Left out: no table, or it cannot be told. `id`: where tables have one. */
  readonly table?: { readonly schema: string; readonly id?: string; readonly temporary: boolean };
  /** The schemas in which a bare name is looked for, the first one first. */
  readonly path: readonly string[];
  readonly settings: SessionSettings;
}

/** A call whose state is to be captured. */
export interface CapturedCall {
  readonly apiName: string;
  readonly payload: JsonObject;
  /** Left out: the client does not tell. */
  readonly connection?: AgentConnection;
}

/** The state before the call: `resource` names what was read, `content` holds it. */
export type Capture =
  | { readonly captured: true; readonly resource: JsonObject; readonly content: JsonObject }
  | { readonly captured: false; readonly reason: string };

/** A recorded call together with what is known of the world around it. */
export interface Effect {
  readonly apiName: string;
  readonly payload: JsonObject;
  /** What the client reported; agent-supplied, so only ever compared with, never written back. */
  readonly response: Json | undefined;
  /** `content` of the snapshot that fits this very payload, or null when there is none. */
  readonly snapshot: JsonObject | null;
  /** What the operator declared as counters on the credential, as written there. Left out: nothing, or it does not count. */
  readonly counters?: string;
  /** When the service learned that it took effect, milliseconds: what was put later, another call put. Null: unknown. */
  readonly answeredAt?: number | null;
}

/** What the undo of one call replaced: `Replaced.content` of each write, the first one first. */
export interface Kept {
  readonly apiName: string;
  readonly contents: readonly JsonObject[];
}

export interface UndoPlan {
  readonly class: 'exact' | 'compensating' | 'impossible';
  /** The exact provider calls, readable by an operator. */
  readonly calls: readonly string[];
  /** What will remain in the world afterwards, one sentence each. */
  readonly remains: readonly string[];
  /** Why it is impossible; null otherwise. */
  readonly reason: string | null;
  /**
   * No capture saw what the call met, because older calls of the same transaction had left it: it goes back to what was
   * there before those, and is undone together with them alone.
   */
  readonly isShared?: boolean;
}

export interface FieldReport {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  readonly now: Json;
  /** `untouched`: it still holds what the call left, and nothing was written because of a conflict elsewhere. */
  readonly result: 'restored' | 'already-restored' | 'conflict' | 'forced' | 'untouched';
  /** Of a number in conflict: what the call added, which an operator may have taken off what is there. */
  readonly added?: string;
}

/** `before`: as the snapshot holds it; `after`: as the call would leave it. Null: not there. */
export interface FieldChange {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

export interface ItemReport {
  /** The one thing looked at, for example `customers id=7`. */
  readonly resource: string;
  /** What it was called before an undo made it again under another address. */
  readonly formerly?: string;
  readonly result: 'restored' | 'already-restored' | 'conflict' | 'forced' | 'impossible';
  readonly fields: readonly FieldReport[];
}

/**
 * `done` means: read back, and equal to the snapshot in every field the call changed. `unknown`: what an earlier try did
 * cannot be told. Of what was as before already, the rollback asks for evidence (`rollback/rollback.ts`).
 */
export interface UndoReport {
  readonly outcome: 'done' | 'conflict' | 'impossible' | 'failed' | 'unknown';
  readonly detail: string;
  readonly items: readonly ItemReport[];
  /** Resources that the call left as they were, as its words and the snapshot say: there is no effect to be seen. */
  readonly unchanged?: readonly string[];
}

export type CallFate = 'unsent' | 'over' | 'open';

/** The provider could not be reached or did not answer in time; nothing is known to have changed. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';

  /**
   * @param retryAfterMs when the provider wants to be asked again, if it said so
   * @param fate `unsent`: the call is known not to have been carried out; `over`: if it was, that is done by now; `open`:
   * it may still be carried out
   */
  constructor(
    message: string,
    readonly retryAfterMs: number | null = null,
    readonly fate: CallFate = 'open',
  ) {
    super(message);
  }
}

/** Rules: docs/contract.md, "Credentials and registry", "Rollback". */
export interface Connector {
  readonly id: string;
  readonly title: string;
  /** True when round trips against a real counterpart run in this repository's tests. */
  readonly verified: boolean;
  /** Of the provider's API, as it names it. */
  readonly apiVersion: string;
  readonly credentialFields: readonly CredentialField[];
  readonly operations: readonly OperationDefinition[];
  /** Calls of one transaction may lean on each other: a database may take their undos together only. */
  readonly hasTransactions?: boolean;
  /**
   * How a call reads: a template (src/connectors/summary/template.ts) for each operation, by its name without the connector's. A READ
   * may have none.
   */
  readonly summaries?: Readonly<Record<string, string>>;
  /** What a call acts on, for policies. It runs apart, as everything that reads a call does. */
  readonly facts: FactReader;

  /** Reads what the call would touch. Never throws: every failure is `captured: false` with a reason fit for an operator. */
  capture(call: CapturedCall, context: ConnectorContext): Promise<Capture>;

  /**
   * What the call would change, from the record alone; reaches no provider. Left out where the members of the snapshot
   * are called as those of the payload. Null: it cannot be told.
   */
  describeChange?(call: { apiName: string; payload: JsonObject }, snapshot: JsonObject): FieldChange[] | null;

  /** The resources that a recorded call touches, as reports name them first. None: the record does not tell. */
  touches(effect: Effect): readonly string[];

  /** What an undo would do, from the record alone; reaches no provider. */
  plan(effect: Effect): UndoPlan;

  /**
   * Finds out by reading whether a call of unknown outcome took effect. That it did needs a proof: equal values are none.
   * @throws ProviderUnavailableError
   */
  probeOutcome(effect: Effect, context: ConnectorContext): Promise<ProbedOutcome>;

  /**
   * Compares before / after / now field by field, restores what the call changed and no other client touched, reads back.
   * Safe to repeat: what is already restored stays as it is.
   * @throws ProviderUnavailableError
   */
  undo(effect: Effect, onConflict: 'skip' | 'force', context: ConnectorContext): Promise<UndoReport>;

  /**
   * Captures what the call is about to change and makes the call, as one piece of work. Once it has noted something the
   * call may have taken effect.
   * @throws ProviderUnavailableError
   */
  perform?(call: PerformedCall, context: ConnectorContext): Promise<Performed>;

  /** What became of an attempt without an answer, from what it noted. @throws ProviderUnavailableError */
  fateOf?(noted: Noted, call: PerformedCall, context: ConnectorContext): Promise<Fate>;

  /** What `reapply` would do, from what was kept alone; reaches no provider. */
  planReapply(kept: Kept): UndoPlan;

  /**
   * Brings back what an undo replaced, as far as it is still as that undo left it; reads back, and is safe to repeat.
   * @throws ProviderUnavailableError
   */
  reapply(kept: Kept, onConflict: 'skip' | 'force', context: ConnectorContext): Promise<UndoReport>;

  /** Proves the credential with the cheapest harmless call. @throws Error with a sentence fit for an operator. */
  probe(context: ConnectorContext): Promise<void>;
}
