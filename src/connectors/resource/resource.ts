import type {
  Connector,
  ConnectorContext,
  CredentialField,
  Json,
  JsonObject,
  OperationDefinition,
} from '../connector.js';
import type { FactReader } from '../facts/facts.js';

/** Where a resource is, in the provider's own words: `{ bucket: "invoices", key: "7.pdf" }`. */
export type Address = { readonly [name: string]: string | number };

/** What is there: fields that are compared and restored, and the provider's version for conditional writes. */
export interface Reading {
  readonly fields: JsonObject;
  readonly version?: string;
  /** When it was last put, as the provider says; milliseconds. An equal one that was put after the call is another's. */
  readonly putAt?: number;
  /** What the provider calls this one put. */
  readonly putId?: string;
}

/** What an undo call may use. */
export interface Undoing {
  /** All there was; null: nothing. */
  readonly before: JsonObject | null;
  /** What is there now; null: nothing. */
  readonly now: Reading | null;
  /** The same for every try at this undo: for providers that know idempotency keys. */
  readonly idempotencyKey: string;
}

/** One call that changes a resource back. */
export interface Inverse<Client> {
  /** Without an answer it may be sent again: it makes nothing twice. */
  readonly isRepeatable?: boolean;
  /** Nothing finds what it made where that is not at the former address: once it was answered it is never repeated. */
  readonly isBlind?: boolean;
  /** What remains where it brings these fields back, one sentence each; left out: nothing. @param before all there was */
  leaves?(fields: readonly string[], before: JsonObject): readonly string[];
  /** As an operator reads it, without secrets: `PUT s3://invoices/7.pdf`. */
  shown(address: Address, fields: JsonObject): string;
  /**
   * `fields` are the values to bring back; null: the field was not there. Answers the new address, if it got one.
   * May throw whatever the client throws.
   */
  run(client: Client, address: Address, fields: JsonObject, undoing: Undoing): Promise<Address | undefined>;
}

/** `{ files: 3 }`; empty: nothing. `none`: why there is nothing beside the fields that are compared. */
export type Others<Client> =
  | ((client: Client, address: Address, now: Reading) => Promise<JsonObject>)
  | { readonly none: string };

/** What other clients put into it is one of its fields, and a creation is compared with all its fields. */
export const IN_ITS_FIELDS = { none: 'what other clients put into it is among its fields' } as const;

/** A kind of thing at a provider. What a kind cannot do is left out. */
export interface ResourceKind<Client> {
  /** For reports: `object`, `issue`. */
  readonly name: string;
  /** As an operator reads it: `s3://invoices/7.pdf`. */
  shown(address: Address): string;
  /** Where the provider has to be asked for the address, before anything is read: called once, at the precapture. */
  locate?(client: Client, address: Address): Promise<Address>;
  /** Null: it is not there; so is an error that `isAbsent` recognizes. */
  read(client: Client, address: Address): Promise<Reading | null>;
  /** Whether the address that a call chose holds a random identifier: no other client has the same by accident. */
  isDrawn?(address: Address): boolean;
  /** When it was made, as the provider says; milliseconds. Tells what a call made from what was there before. */
  bornAt?(fields: JsonObject): number | null;
  /** Changes some fields back. */
  readonly write?: Inverse<Client>;
  /** Undoes a creation. */
  readonly remove?: Inverse<Client>;
  /** Fields that the provider writes in its own way, or changes by itself: kept for an undo, and never compared whole. */
  readonly volatile?: readonly string[];
  /** Fields that other clients may set on what is ended, and not deleted. */
  readonly lasting?: readonly string[];
  /** The field that tells it from another thing at the same address, where that is a name; `volatile` too. */
  readonly identity?: string;
  /** Whether the thing that was known so is there under another name. */
  isRenamed?(client: Client, address: Address, identity: Json): Promise<boolean>;
  /** What other clients put into it, or use it for, and would lose with it. */
  readonly others?: Others<Client>;
  /** Undoes a deletion; `fields` are all there were. */
  readonly recreate?: Inverse<Client>;
  /**
   * Where equal ones are. Needed where `recreate` gives a new address. `since`, in milliseconds: none that is older need
   * be named.
   */
  find?(client: Client, address: Address, fields: JsonObject, since: number): Promise<readonly Address[]>;
}

/** A kind that a call makes: its removal may take something of other clients along, and it names what. */
export type MadeKind<Client> = ResourceKind<Client> & Required<Pick<ResourceKind<Client>, 'others'>>;

/** What a call, or its answer, tells of what the call replaced. What is left out is not told. */
export interface Replaced {
  /** The version that the call was conditional on. */
  readonly version?: string;
  /** Fields as they were right before the call; null: nothing was there. */
  readonly fields?: JsonObject | null;
  /** A field of the call that `fields` does not name was not there. */
  readonly isWhole?: boolean;
  /** Fields as the answer shows them: of those that the call did not set, as they were before it. */
  readonly beside?: JsonObject;
}

/** Numbers that a call adds to: an operator may have that taken off what is there (docs/decisions/0039). */
export interface Sums {
  /** What the payload adds, by field. */
  added(payload: JsonObject): Readonly<Record<string, string>>;
  /** How an operator declares this field as a counter: `orders.total`. */
  declared(address: Address, field: string): string;
  /** The number less the amount; null: it is no number. */
  less(now: Json, amount: string): Json | null;
  /** Fields that tell the thing, and stay with the numbers of other clients where the call made it. */
  key(address: Address): readonly string[];
}

/** An operation on such things, together with what undoing it needs. */
export type ResourceOperation<Client> = ResourceCall<Client> & (Making<Client> | Changing<Client>);

interface Making<Client> {
  readonly kind: MadeKind<Client>;
  /** `write` makes what is not there and replaces what is. */
  readonly effect: 'create' | 'write';
}

interface Changing<Client> {
  readonly kind: ResourceKind<Client>;
  readonly effect: 'update' | 'delete';
}

interface ResourceCall<Client> extends OperationDefinition {
  /** What the call touches; null: only the response tells. @throws NotCapturable */
  addresses(payload: JsonObject, response: Json | undefined): readonly Address[] | null;
  /**
   * All there are, where only the response tells which one the call made; the newest are enough where the kind tells when a
   * thing was made. Null: it cannot be told. `since`, in milliseconds: none that is older need be named.
   */
  listed?(client: Client, payload: JsonObject, since: number): Promise<readonly Address[] | null>;
  /**
   * The fields the call sets, as `read` would answer them, from the payload alone; null: it leaves nothing there. Not
   * asked of a deletion.
   * @throws NotCapturable where the payload says what cannot be read: such a call is not captured
   */
  sets?(payload: JsonObject, address: Address | null, before: JsonObject | null): JsonObject | null;
  /** What the response says of the fields: only ever compared with, never written. It counts where it `says` what was sent. */
  left?(response: Json | undefined, address: Address): JsonObject | null;
  /** Whether an answer says of a field what was sent, where the provider writes it in its own way; `says` where left out. */
  isSame?(sent: Json, answered: Json, field: string): boolean;
  /** Where the list of `listed` is: what of the payload comes into the path of its request. */
  within?(payload: JsonObject): Address;
  /** Fields that the provider chooses by itself, of which the response alone tells. */
  fills?(payload: JsonObject): readonly string[];
  /** What the answer calls what the call put; null: it does not tell. */
  putId?(response: Json | undefined): string | null;
  /** What the call and its answer tell of what it replaced; left out where they tell nothing. */
  replaced?(payload: JsonObject, response: Json | undefined, address: Address): Replaced;
  /** Left out: the call adds to no number. */
  readonly sums?: Sums;
  /** A creation that no removal undoes: the fields that end it, written with `kind.write`. */
  readonly ends?: JsonObject;
  /** What remains in the world after an undo, one sentence each; also of what this call alone does. */
  readonly remains?: readonly string[] | ((payload: JsonObject, response: Json | undefined) => readonly string[]);
}

/** An operation that is known by name, and that nothing undoes. */
export type IrreversibleOperation = OperationDefinition & { readonly reversibility: 'none' };

/** What makes the calls of agents with a provider's own client. */
export interface Performing<Client> {
  /** The provider makes nothing twice under one key, which is the id of the action. */
  readonly isKeyed: boolean;
  /**
   * @param path of the method in the client, as the name of the operation has it: `customers.update`
   * @throws NotCapturable for arguments that would make another call of it; whatever the client throws
   */
  call(client: Client, path: string, payload: JsonObject, key: string): Promise<unknown>;
}

/** What the provider itself calls a place: another table, repository or account may have its name, or its address, by now. */
export interface PlaceIdentity<Client> {
  /** The part of an address that names the place: `{ table: "orders" }`; empty: the account. Null: it names none. */
  scopeOf(address: Address): Address | null;
  /** Null: the provider does not tell. */
  read(client: Client, scope: Address): Promise<string | null | undefined>;
}

/** A provider in one piece; `resourceConnector` makes a connector of it. */
export interface ResourceProvider<Client> {
  readonly id: string;
  readonly title: string;
  /** True when round trips against a counterpart this project did not write run in its tests. */
  readonly verified: boolean;
  /** Of the provider's API, as it names it. */
  readonly apiVersion: string;
  readonly credentialFields: readonly CredentialField[];
  readonly operations: readonly (ResourceOperation<Client> | IrreversibleOperation)[];
  readonly summaries?: Connector['summaries'];
  /** What its calls act on, for policies. */
  readonly facts: FactReader;
  /** No URL parser reads a text of an address: it travels in a body, or is signed as it is. */
  readonly isPathFree?: boolean;
  /** Members of addresses that may hold more than one segment of a path; all others are one. */
  readonly paths?: readonly string[];
  /** Reaches the provider through `egress-fetch.ts` or an address of `resolveEgress` alone. */
  connect(context: ConnectorContext): Promise<{ readonly client: Client; close?(): Promise<void> | void }>;
  /**
   * Which server, account or database the credential leads to, from the credential alone and without its secrets. The base
   * URL unless it says otherwise.
   */
  placeOf?(credentials: Readonly<Record<string, string>>): string;
  readonly identity?: PlaceIdentity<Client>;
  /** The cheapest harmless call that needs the credential. */
  probe(client: Client): Promise<unknown>;
  /** Left out: the service makes none of its calls. */
  readonly performing?: Performing<Client>;
  /** What an error of the client means where its HTTP status does not say so; null: as the status says. */
  meaningOf?(error: unknown): 'absent' | 'refused' | 'unavailable' | null;
}

/** The payload, or the state, is not of a kind that can be captured; the message says why, fit for an operator. */
export class NotCapturable extends Error {
  override readonly name = 'NotCapturable';
}

export function isReversible<C>(
  operation: ResourceOperation<C> | IrreversibleOperation | undefined,
): operation is ResourceOperation<C> {
  return operation !== undefined && 'kind' in operation;
}
