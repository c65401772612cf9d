/** The one shape every provider is described in. The registry, the precapture and the rollback engine read nothing else. */

import type { OperationType } from '../contract/operation-types.js';
import { PassingError } from '../platform/errors.js';
import type { FactReader } from './facts/facts.js';
import type { ProbedOutcome } from './proof/proof.js';
import type { Access } from './transport/access.js';

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
  /** The inverse operation, in words; null when there is none. */
  readonly inverse: string | null;
  readonly precapture: 'required' | 'none';
  /** JSON Schema of the payload. A payload outside it cannot be captured; it is never a reason to refuse the action. */
  readonly payloadSchema: object;
  readonly notes: string | null;
  /** The sign by which a change by another client is noticed, in words. */
  readonly driftSignal?: string | null;
  /**
   * The hours after the call within which the provider still lets it be undone. Absent when it may be undone until
   * another change.
   */
  readonly undoableForHours?: number;
  /**
   * True when the service itself can make the call; a text with the reason when it cannot. Absent when the connector
   * makes no calls yet.
   */
  readonly performs?: true | string;
  /**
   * True when the capture of the ask shows the terms of the call, such as the description of a tool: the call is not
   * made once they differ.
   */
  readonly isBoundToCapture?: true;
}

/** An operation that a provider names by itself, with the words in which it describes it. */
export interface DiscoveredOperation {
  readonly apiName: string;
  /** The name of the tool by which agents call it. */
  readonly tool: string;
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** The operations that providers name at present. */
export interface Discovery {
  readonly operations: readonly DiscoveredOperation[];
  /** The reason for each part of the provider that gave no answer, by the start of the names of its operations. */
  readonly failures: Readonly<Record<string, string>>;
}

export interface CredentialField {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  /** It may be read in words that are stored and shown; of every other field nothing may. */
  readonly isPublic?: boolean;
  /**
   * The part of a field with secrets that the connector may read in its isolated process. Absent when it may read
   * nothing.
   */
  publicPart?(value: string): string;
  /** The secrets in a field that has several. Absent when the value as a whole is one. */
  secretsIn?(value: string): readonly string[];
}

/** The secrets of one credential, which no word that is stored, logged or shown may hold. */
export interface Secrets {
  /** The parts of the credential that are not secret. */
  readonly publicPart: Readonly<Record<string, string>>;
  /** Adds a secret that the credential obtained: an access token. */
  note(secret: string): void;
  /** True when a state, or the bytes of one, contains a secret that is at least as long as a token. */
  hasToken(state: unknown): boolean;
  /** Removes the secrets from a text. */
  without(text: string): string;
  /** The state without the secrets, for display; shorter secrets are removed too. */
  redactForDisplay<T>(state: T): T;
  /** Removes the secrets from an error. */
  cleaned(thrown: unknown): unknown;
}

/**
 * The notes of the tries to undo one call, for one resource. A trace shows that the effect of the call was seen there:
 * it is stored before the request to the provider that changes the resource back.
 */
export interface Trace {
  /** The resource, as `ItemReport.resource` names it; for a resource that was made again, as `ItemReport.formerly`. */
  readonly resource: string;
  /**
   * The time at which a request that must not be repeated blindly may have reached the provider; milliseconds. Null
   * when there was none.
   */
  readonly sentAt: number | null;
  /** The provider confirmed that it was carried out. */
  readonly isAnswered?: boolean;
  /** The provider ended it, and did not say how. */
  readonly isOver?: boolean;
  /**
   * The value that a try found in one place and the value it wrote there, when nothing else shows whether the write was
   * committed.
   */
  readonly written?: { readonly seen: string; readonly wrote: string };
  /** The addresses, before that call, of resources equal to the lost one. */
  readonly duplicates?: readonly JsonObject[];
}

/** The content that an undo replaced in one write, for a later `reapply` of the same connector. */
export interface Replaced {
  /**
   * The resource; for a database, all that one transaction wrote. A second entry with the same name replaces the first.
   */
  readonly resource: string;
  /** False when it was stored before the write, whose outcome was not seen. True when it was written and read back. */
  readonly isDone: boolean;
  /** The number of calls named by `older` that the same write undid. Absent means none. */
  readonly together?: number;
  readonly content: JsonObject;
}

/**
 * The stored memory of an undo across tries, processes and rollbacks (docs/contract.md, "Evidence"). Each kind of
 * resource has its own addresses.
 */
export interface UndoMemory {
  all(): readonly Trace[];
  traceOf(resource: string): Trace | null;
  /**
   * The resources among these on which the undo of another call of the same session has seen an effect. Absent when the
   * memory knows no other calls.
   */
  seenElsewhere?(resources: readonly string[]): Promise<readonly string[]>;
  /**
   * Stores the notes before it returns.
   * @throws when this process has lost the right to go on
   */
  note(traces: readonly Trace[], replaced?: readonly Replaced[]): Promise<void>;
  /** The present address of the resource, if an undo made it again under another one; otherwise the address itself. */
  whereIs(kind: string, address: JsonObject): Promise<JsonObject>;
  noteRecreated(kind: string, from: JsonObject, to: JsonObject): Promise<void>;
  /** The addresses among these under which an undo made another resource again than the one at `from`. */
  recreatedForOthers(kind: string, from: JsonObject, among: readonly JsonObject[]): Promise<readonly JsonObject[]>;
}

/** The notes of an attempt, stored before it can take effect: they suffice to find out afterwards whether it did. */
export interface Noted {
  /** The key by which the connector asks its provider about the attempt. */
  readonly key: JsonObject;
  /** The members of `Performed`, as far as they are known before the effect. */
  readonly response?: Json;
  readonly capture?: Capture;
}

/** A call that the service makes. */
export interface PerformedCall {
  readonly apiName: string;
  readonly payload: JsonObject;
}

/**
 * The result of a performed call. `capture` is of the state right before it; null when there is none to be captured.
 */
export type Performed =
  /** `response`: as the provider's own client answers, as JSON. */
  | { readonly outcome: 'done'; readonly response: Json; readonly capture: Capture | null }
  /** The provider answered that it did not do it, or it was not asked because it could not have. */
  | { readonly outcome: 'refused'; readonly refusal: JsonObject & { message: string } };

/**
 * `never`: it took no effect and cannot any more. `again`: sent again it has its effect once. `lost`: the notes do not
 * show the outcome, and nothing of the attempt can arrive any more. `open`: the same, and its request may still arrive.
 */
export type CallOutcome = Performed | { readonly outcome: 'never' | 'again' | 'lost' | 'open' };

/** A request that an agent's call makes: its answer is for the agent, who may see no secret in it. */
export interface AgentCall {
  /** @throws NotCapturable where a value of the payload may be read as more than its place in the path */
  assertPath(pathname: string): void;
}

/** The means of a call to a provider. `allowedPrivateHosts` are the only non-public addresses it may reach. */
export interface ConnectorContext {
  /** The credential's fields; in an isolated process only their public parts. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly allowedPrivateHosts: readonly string[];
  /** Milliseconds after which any single provider call is given up. */
  readonly timeoutMs: number;
  /** Stays the same for every try at one undo, for providers that support idempotency keys. */
  readonly idempotencyKey?: string;
  /** Asked right before each call that changes something. @throws when this process has lost the right to make it */
  assertHeld?(): void;
  /** Known when the transport is opened. */
  readonly secrets?: Secrets;
  /** Calls of the same session without a known outcome: a transaction that no other client can see may hold them back. */
  unconfirmed?(): Promise<readonly Effect[]>;
  /**
   * Calls of this connector that the same rollback undoes right after this one, newest first, page by page from 0: a
   * database may accept some of them only in one transaction. Null when there are no more. Absent when there are none.
   */
  older?(page: number): Promise<readonly Effect[] | null>;
  /** True when an operator chose to subtract the call's amount from a number that another client changed since. */
  readonly subtracts?: boolean;
  /** Receives the dates of the provider's answers. */
  readonly onDate?: (date: number) => void;
  /** When absent, the undo forgets everything at its end. */
  readonly memory?: UndoMemory;
  /**
   * Stores the note of a performed call before it returns, and before the call may take effect. A call without a note
   * did nothing.
   * @throws when this process has lost the right to go on
   */
  note?(noted: Noted): Promise<void>;
  /** When absent, the requests are not part of an agent's call. */
  readonly agentCall?: AgentCall;
  /**
   * Opens the transport of the connector in the process that holds the secrets. When absent, the connector opens its
   * own in this process.
   */
  openTransport?(): Promise<object>;
}

/** The settings that determine how a session of a database reads values, each in the server's own words. */
export interface SessionSettings {
  readonly timeZone?: string;
  readonly dateStyle?: string;
  readonly intervalStyle?: string;
  readonly monetaryLocale?: string;
  readonly standardConformingStrings?: string;
  readonly sqlMode?: string;
}

/**
 * The facts that an agent's client read from its own database connection right before the call. They are compared with
 * the database that the stored credential reaches, and never applied: a false report gains nothing beyond naming
 * another table.
 */
export interface AgentConnection {
  /** The identity of the server in its own words: a start time, an id. */
  readonly server: string;
  /** Absent when none is chosen. */
  readonly database?: string;
  /**
   * The meaning there of the name in the payload. Absent when it is no table, or unknown. `id` is present where tables
   * have one.
   */
  readonly table?: { readonly schema: string; readonly id?: string; readonly temporary: boolean };
  /** The schemas in which a bare name is looked for, the first one first. */
  readonly path: readonly string[];
  readonly settings: SessionSettings;
}

/** A call whose state is to be captured. */
export interface CapturedCall {
  readonly apiName: string;
  readonly payload: JsonObject;
  /** Absent when the client does not report it. */
  readonly connection?: AgentConnection;
}

/** The state before the call: `resource` names the resources that were read, `content` holds their state. */
export type Capture =
  | { readonly captured: true; readonly resource: JsonObject; readonly content: JsonObject }
  | { readonly captured: false; readonly reason: string };

/** A recorded call together with the known facts about it. */
export interface Effect {
  readonly apiName: string;
  readonly payload: JsonObject;
  /**
   * The response that the client reported. It comes from the agent, so it is only ever compared with, never written
   * back.
   */
  readonly response: Json | undefined;
  /** `content` of the snapshot that fits this very payload, or null when there is none. */
  readonly snapshot: JsonObject | null;
  /**
   * The counters that the operator declared on the credential, as written there. Absent when there are none, or they do
   * not apply.
   */
  readonly counters?: string;
  /**
   * The time at which the service learned that the call took effect, in milliseconds: a later change is another call's.
   * Null when unknown.
   */
  readonly answeredAt?: number | null;
}

/** The contents that the undo of one call replaced: `Replaced.content` of each write, the first one first. */
export interface Kept {
  readonly apiName: string;
  readonly contents: readonly JsonObject[];
}

export interface UndoPlan {
  readonly class: 'exact' | 'compensating' | 'impossible';
  /** The exact provider calls, readable by an operator. */
  readonly calls: readonly string[];
  /** The effects that will remain in the world afterwards, one sentence each. */
  readonly remains: readonly string[];
  /** The reason why it is impossible; null otherwise. */
  readonly reason: string | null;
  /**
   * True when no capture saw the state that the call met, because older calls of the same transaction had left it. The
   * undo restores the state before those calls, and only together with them.
   */
  readonly isShared?: boolean;
}

export interface FieldReport {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  readonly now: Json;
  /**
   * `untouched`: the field still holds the value that the call left, and nothing was written because of a conflict
   * elsewhere.
   */
  readonly result: 'restored' | 'already-restored' | 'conflict' | 'forced' | 'untouched';
  /**
   * For a number in conflict, the amount that the call added, which an operator may have subtracted from the present
   * value.
   */
  readonly added?: string;
}

/** `before` is the value in the snapshot, `after` the value that the call would leave. Null means absent. */
export interface FieldChange {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

export interface ItemReport {
  /** The one thing looked at, for example `customers id=7`. */
  readonly resource: string;
  /** The name that the resource had before an undo made it again under another address. */
  readonly formerly?: string;
  readonly result: 'restored' | 'already-restored' | 'conflict' | 'forced' | 'impossible';
  readonly fields: readonly FieldReport[];
}

/**
 * `done` means that the resource was read back and equals the snapshot in every field that the call changed. `unknown`
 * means that the result of an earlier try is not known. For a resource that was found as before, the rollback needs
 * evidence (`rollback/rollback.ts`).
 */
export interface UndoReport {
  readonly outcome: 'done' | 'conflict' | 'impossible' | 'failed' | 'unknown';
  readonly detail: string;
  readonly items: readonly ItemReport[];
  /** Resources that the call left unchanged, by its arguments and the snapshot, so that there is no effect to see. */
  readonly unchanged?: readonly string[];
}

export type RequestState = 'unsent' | 'over' | 'open';

/** The provider could not be reached or did not answer in time; nothing is known to have changed. */
export class ProviderUnavailableError extends PassingError {
  override readonly name = 'ProviderUnavailableError';

  /**
   * @param retryAfterMs the time after which the provider accepts a retry, if it stated one
   * @param requestState `unsent`: the call was certainly not carried out; `over`: if it was carried out, that has ended by now;
   * `open`: it may still be carried out
   */
  constructor(
    message: string,
    readonly retryAfterMs: number | null = null,
    readonly requestState: RequestState = 'open',
  ) {
    super(message);
  }
}

/**
 * Opens a connection to the provider: an object of asynchronous methods whose values can be sent to another process. The
 * process that opens it holds the socket, the bounds on time and size, and the secrets of the credential.
 * @throws as the provider's client does when it connects
 */
export type OpenTransport<T extends object = object> = (context: ConnectorContext) => Promise<T>;

/** The context of a client, which reaches its provider over the transport alone. */
export type Reachable = ConnectorContext & Required<Pick<ConnectorContext, 'openTransport'>>;

/** @throws NotCapturable when the credential cannot be used */
export type AccessOf = (context: ConnectorContext) => Promise<Access>;

/** Rules: docs/contract.md, "Credentials and registry", "Rollback". */
export interface Connector {
  readonly id: string;
  readonly title: string;
  /** True when round trips against a real counterpart run in this repository's tests. */
  readonly verified: boolean;
  /** The version of the provider's API, in the provider's own form. */
  readonly apiVersion: string;
  readonly credentialFields: readonly CredentialField[];
  /** The destination and the authorization of its requests over HTTP. Absent when it does not send such a header. */
  readonly access?: AccessOf;
  readonly transport: OpenTransport;
  readonly operations: readonly OperationDefinition[];
  /** The operation of a name that the provider may have chosen; null for any other name. */
  named?(apiName: string): OperationDefinition | null;
  /** Asks the provider for the operations that it names. */
  discover?(context: ConnectorContext): Promise<Discovery>;
  /** Calls of one transaction may depend on each other: a database may accept only their undos together. */
  readonly hasTransactions?: boolean;
  /**
   * The sentence that describes a call: a template (src/connectors/summary/template.ts) for each operation, by its name
   * without the connector's. A READ may have none.
   */
  readonly summaries?: Readonly<Record<string, string>>;
  /**
   * Reads the things that a call acts on, for policies. It runs in an isolated process, as all code does that reads a
   * call.
   */
  readonly facts: FactReader;

  /**
   * Reads the state that the call would change. It never throws: every failure is `captured: false` with a reason fit
   * for an operator.
   */
  capture(call: CapturedCall, context: ConnectorContext): Promise<Capture>;

  /**
   * The changes that the call would make, from the record alone, without a request to a provider. Absent when the
   * snapshot's members have the names of the payload's members. Null when the changes are unknown.
   */
  describeChange?(call: { apiName: string; payload: JsonObject }, snapshot: JsonObject): FieldChange[] | null;

  /**
   * The resources that a recorded call touches, by the names that reports use first. Empty when the record does not
   * show them.
   */
  touches(effect: Effect): readonly string[];

  /** The plan of an undo, from the record alone, without a request to a provider. */
  plan(effect: Effect): UndoPlan;

  /**
   * Finds out by reading whether a call of unknown outcome took effect. A positive answer needs a proof, and equal
   * values are no proof.
   * @throws ProviderUnavailableError
   */
  probeOutcome(effect: Effect, context: ConnectorContext): Promise<ProbedOutcome>;

  /**
   * Compares before / after / now field by field, restores the fields that the call changed and no other client
   * touched, and reads back. It is safe to repeat: restored fields stay unchanged.
   * @throws ProviderUnavailableError
   */
  undo(effect: Effect, onConflict: 'skip' | 'force', context: ConnectorContext): Promise<UndoReport>;

  /**
   * Captures what the call is about to change and makes the call, as one piece of work. From the first note on, the
   * call may have taken effect.
   * @throws ProviderUnavailableError
   */
  perform?(call: PerformedCall, context: ConnectorContext): Promise<Performed>;

  /**
   * Reads from its notes the outcome of an attempt without an answer.
   * @throws ProviderUnavailableError
   */
  outcomeOf?(noted: Noted, call: PerformedCall, context: ConnectorContext): Promise<CallOutcome>;

  /** The plan of `reapply`, from the stored contents alone, without a request to a provider. */
  planReapply(kept: Kept): UndoPlan;

  /**
   * Restores the state that an undo replaced, as far as no other client has changed it since; reads back, and is safe
   * to repeat.
   * @throws ProviderUnavailableError
   */
  reapply(kept: Kept, onConflict: 'skip' | 'force', context: ConnectorContext): Promise<UndoReport>;

  /** Proves the credential with the cheapest harmless call. @throws Error with a sentence fit for an operator. */
  probe(context: ConnectorContext): Promise<void>;
}
