import type { Connector, CredentialField, Json, JsonObject, OperationDefinition, Reachable } from '../connector.js';
import type { FactReader } from '../facts/facts.js';
import type { Reached } from './requests/transport-of.js';

/** The address of a resource, in the provider's own words: `{ bucket: "invoices", key: "7.pdf" }`. */
export type Address = { readonly [name: string]: string | number };

/** The present state: fields that are compared and restored, and the provider's version for conditional writes. */
export interface Reading {
  readonly fields: JsonObject;
  readonly version?: string;
  /** Counts and names that show later changes by other clients; kept with a capture, and never compared. */
  readonly marks?: JsonObject;
  /**
   * The time of the last put by the provider's clock; milliseconds. An equal state that was put after the call is
   * another client's.
   */
  readonly putAt?: number;
  /** The provider's name for this very put. */
  readonly putId?: string;
}

/** The provider's statement about the put of a call; null when the answer has none. */
export interface AnsweredPut {
  /** The provider's name for this very put. */
  readonly id: string | null;
  /** The version that the put left, as readings have it. An equal one may be of another put. */
  readonly version: string | null;
  /** The date of the answer by the provider's clock; milliseconds, of a whole second. */
  readonly at: number | null;
}

/** The last change of a thing, or of one field of it, as the provider tells it. */
export interface LastChange {
  /** The time of the provider's clock, in milliseconds; absent when the provider does not tell it. */
  readonly at?: number;
  /** The provider's name for this very change. */
  readonly id?: string;
  /** The number of times that it got its present state since the capture, the call included; absent when unknown. */
  readonly times?: number;
}

/**
 * The state in which other clients cannot go on using a thing: closed, archived, in the trash. An undo that would end a
 * thing asks what other clients have put into it since the call.
 */
export interface End<Client> {
  /** The fields that a write of an ended state changes. */
  readonly fields: readonly string[];
  /** True when these are the fields of an ended thing. */
  is(fields: JsonObject): boolean;
  /** The additions of other clients since the call, as in `others`; empty when there are none. */
  uses(client: Client, address: Address, found: Used): Promise<JsonObject>;
}

interface Used {
  /** The marks right before the call. */
  readonly before: JsonObject;
  /** The present marks. */
  readonly now: JsonObject;
  /** The answer of the call by the provider's clock, in milliseconds; null when it is not known. */
  readonly since: number | null;
}

/** `whole`: the thing was put or taken away; `fields`: one field got its value. What the provider does not tell is absent. */
export interface LastChanges {
  readonly whole?: LastChange;
  readonly fields?: Readonly<Record<string, LastChange>>;
  /** Things of other kinds that a write of this one puts or takes away too, such as the labels of an issue. */
  readonly members?: readonly { readonly kind: string; readonly label: string; readonly change: LastChange }[];
}

/** The facts that an undo call may use. */
export interface Undoing {
  /** The whole former state; null when there was none. */
  readonly before: JsonObject | null;
  /** The present state; null when there is none. */
  readonly now: Reading | null;
  /** Stays the same for every try at this undo, for providers that support idempotency keys. */
  readonly idempotencyKey: string;
}

/** A call that changes a resource back. */
export interface Inverse<Client> {
  /** True when it may be sent again after no answer, because it makes nothing twice. */
  readonly isRepeatable?: boolean;
  /**
   * True when a resource that it made elsewhere than at the former address cannot be found: once it was answered it is
   * never repeated.
   */
  readonly isBlind?: boolean;
  /**
   * The effects that remain when it restores these fields, one sentence each; absent when there are none.
   * @param before the whole former state
   */
  leaves?(fields: readonly string[], before: JsonObject): readonly string[];
  /** The call in a form for operators, without secrets: `PUT s3://invoices/7.pdf`. */
  describe(address: Address, fields: JsonObject): string;
  /**
   * `fields` are the values to restore; null for a field that was absent. Answers the new address, if the resource got
   * one. May throw any error of the client.
   */
  run(client: Client, address: Address, fields: JsonObject, undoing: Undoing): Promise<Address | undefined>;
}

/**
 * `{ files: 3 }`; empty when there are none. `none` gives the reason why there is nothing beside the compared fields.
 */
export type Others<Client> =
  | ((client: Client, address: Address, now: Reading) => Promise<JsonObject>)
  | { readonly none: string };

/**
 * The contents that other clients put into the resource are among its fields, and a creation is compared with all its
 * fields.
 */
export const IN_ITS_FIELDS = { none: 'what other clients put into it is among its fields' } as const;

/** A kind of resource at a provider. Functions that the kind does not have are absent. */
export interface ResourceKind<Client> {
  /** The name in reports: `object`, `issue`. */
  readonly name: string;
  /** The address in a form for operators: `s3://invoices/7.pdf`. */
  label(address: Address): string;
  /** Resolves the address by asking the provider, before anything is read. It is called once, at the precapture. */
  locate?(client: Client, address: Address): Promise<Address>;
  /** Null when the resource is absent; an error that `isAbsent` recognizes means the same. */
  read(client: Client, address: Address): Promise<Reading | null>;
  /** True when the address that a call chose holds a random identifier, which no other client has by accident. */
  isDrawn?(address: Address): boolean;
  /**
   * The time of its creation by the provider's clock; milliseconds. It distinguishes a resource that a call made from
   * an older one.
   */
  createdAt?(fields: JsonObject): number | null;
  /** Changes some fields back. */
  readonly write?: Inverse<Client>;
  /** Undoes a creation. */
  readonly remove?: Inverse<Client>;
  /**
   * Fields that the provider writes in its own way, or changes by itself: stored for an undo, and never compared as a
   * whole.
   */
  readonly volatile?: readonly string[];
  /** Fields that other clients may set on a resource that is ended, and not deleted. */
  readonly lasting?: readonly string[];
  /**
   * The field that distinguishes the resource from another one at the same address, when the address is a name; it is
   * `volatile` too.
   */
  readonly identity?: string;
  /** True when the resource with this identity exists under another name. */
  isRenamed?(client: Client, address: Address, identity: Json): Promise<boolean>;
  /** The contents and uses of other clients, which they would lose with the resource. */
  readonly others?: Others<Client>;
  /** Absent when no change of a field ends it. */
  readonly end?: End<Client>;
  /**
   * The things that a deletion took along and that came between the capture and the call, said of the resource ("was also …"); null when the
   * provider shows none. `since` is the capture by the provider's clock, in milliseconds, with room for whole seconds.
   */
  lostBetween?(client: Client, address: Address, captured: JsonObject, since: number): Promise<string | null>;
  /**
   * The last changes of a thing that is there (`now`) or is not there any more. An undo asks for them: an equal state
   * that came after the call is another client's.
   * @param marks those of the capture
   */
  lastChanges?(client: Client, address: Address, now: Reading | null, marks: JsonObject): Promise<LastChanges>;
  /** Undoes a deletion; `fields` are all there were. */
  readonly recreate?: Inverse<Client>;
  /**
   * The addresses of equal resources. A kind whose `recreate` gives a new address needs it. Resources older than
   * `since`, in milliseconds, may be left out.
   */
  find?(client: Client, address: Address, fields: JsonObject, since: number): Promise<readonly Address[]>;
}

/** A kind that a call makes: its removal may take something of other clients along, and it names what. */
export type CreatableKind<Client> = ResourceKind<Client> & Required<Pick<ResourceKind<Client>, 'others'>>;

/** The state that the call replaced, as far as the call or its answer shows it. An absent member is not known. */
export interface Replaced {
  /** The version that the call was conditional on. */
  readonly version?: string;
  /** Fields as they were right before the call; null when there was no resource. */
  readonly fields?: JsonObject | null;
  /** A field of the call that `fields` does not name was not there. */
  readonly isWhole?: boolean;
  /** Fields in the answer: those that the call did not set are as they were before it. */
  readonly beside?: JsonObject;
}

/** These are numbers that a call adds to: an operator may have the amount taken off what is there (docs/decisions/0039). */
export interface Sums {
  /** Answers the amounts that the payload adds, by field. */
  added(payload: JsonObject): Readonly<Record<string, string>>;
  /** Answers the name by which an operator declares this field as a counter, such as `orders.total`. */
  declared(address: Address, field: string): string;
  /** Answers the number less the amount; null when it is no number. */
  less(now: Json, amount: string): Json | null;
  /** Answers the fields that identify the thing; they stay with what other clients added to a thing that the call made. */
  key(address: Address): readonly string[];
}

/** An operation on such things, together with what undoing it needs. */
export type ResourceOperation<Client> = ResourceCall<Client> & (Making<Client> | Changing<Client>);

interface Making<Client> {
  readonly kind: CreatableKind<Client>;
  /** `write` makes an absent resource and replaces an existing one. */
  readonly effect: 'create' | 'write';
}

interface Changing<Client> {
  readonly kind: ResourceKind<Client>;
  readonly effect: 'update' | 'delete';
}

interface ResourceCall<Client> extends OperationDefinition {
  /**
   * The addresses that the call touches; null when only the response shows them.
   * @throws NotCapturable
   */
  addresses(payload: JsonObject, response: Json | undefined): readonly Address[] | null;
  /**
   * All addresses, when only the response shows which one the call made; the newest suffice if the kind knows when a
   * resource was made. Null when they are unknown. Resources older than `since`, in milliseconds, may be left out.
   */
  listed?(client: Client, payload: JsonObject, since: number): Promise<readonly Address[] | null>;
  /**
   * The fields the call sets, as `read` would answer them, from the payload alone; null when it leaves nothing there. A
   * deletion has none.
   * @throws NotCapturable when the payload cannot be read, so that the call is not captured
   */
  sets?(payload: JsonObject, address: Address | null, before: JsonObject | null): JsonObject | null;
  /**
   * The fields in the response: only ever compared with, never written. They count when the response has the values
   * that were sent.
   */
  left?(response: Json | undefined, address: Address): JsonObject | null;
  /**
   * True when an answer repeats the sent value of a field, for a provider that writes it in its own way. When absent,
   * `isEquivalent` decides.
   */
  isSame?(sent: Json, answered: Json, field: string): boolean;
  /**
   * The part of the address that locates the list of `listed`: the values of the payload that enter the path of its
   * request.
   */
  within?(payload: JsonObject): Address;
  /** Fields that the provider chooses by itself, so that only the response shows them. */
  fills?(payload: JsonObject): readonly string[];
  /** The answer's statement about the put of the call; left out for kinds whose readings do not say when they were put. */
  answered?(response: Json | undefined, address: Address): AnsweredPut;
  /** The answer's statement about single fields; used when the readings do not say when the thing was put. */
  answeredFields?(response: Json | undefined): Readonly<Record<string, AnsweredPut>>;
  /** True when the answer says that the call was not carried out on this thing, which is one of several. */
  isLeftOut?(response: Json | undefined, address: Address): boolean;
  /** The state that the call replaced, as far as the call and its answer show it; absent when they show nothing. */
  replaced?(payload: JsonObject, response: Json | undefined, address: Address): Replaced;
  /** It is absent when the call adds to no number. */
  readonly sums?: Sums;
  /** A creation that no removal undoes: the fields that end it, written with `kind.write`. */
  readonly ends?: JsonObject;
  /** The effects that remain in the world after an undo, one sentence each; also those of this call alone. */
  readonly remains?: readonly string[] | ((payload: JsonObject, response: Json | undefined) => readonly string[]);
}

/** An operation that is known by name, and that nothing undoes. */
export type IrreversibleOperation = OperationDefinition & { readonly reversibility: 'none' };

/** A thing that a call touches, as it was right before. */
export interface CapturedItem {
  readonly address: Address;
  readonly reading: Reading | null;
  /** The addresses of equal resources, for one that is to be deleted and would come back under another address. */
  readonly duplicates?: readonly Address[];
}

interface ConditionalCall {
  readonly path: string;
  readonly payload: JsonObject;
  readonly captured: readonly CapturedItem[];
  readonly credentials: Readonly<Record<string, string>>;
}

/** Makes the calls of agents with a provider's own client. `path` names the client's method: `customers.update`. */
export interface Performing<Client> {
  /** The provider makes nothing twice under one key, which is the id of the action. */
  readonly isKeyed: boolean | ((path: string) => boolean);
  /** The time for which the provider knows a key; milliseconds. When absent, it is nearly a day. */
  readonly keyKnownMs?: number;
  /** The provider carries the call out only while all is there that was captured. Left out: it knows no conditions. */
  isConditional?(call: ConditionalCall): boolean;
  /** The provider refused a call because a condition did not hold. */
  isOvertaken?(error: unknown): boolean;
  /** The path of a request may end in a slash. */
  readonly mayEndInSlash?: boolean;
  /**
   * The answer of a call whose own answer was lost, where the call left a mark that only it can have left; null: there is
   * no such mark. May throw whatever the client throws.
   */
  found?(client: Client, path: string, payload: JsonObject, key: string): Promise<unknown>;
  /**
   * @param captured what was read right before; none where nothing was captured
   * @throws NotCapturable for arguments that would make another call of it; whatever the client throws
   */
  call(
    client: Client,
    path: string,
    payload: JsonObject,
    key: string,
    captured: readonly CapturedItem[],
  ): Promise<unknown>;
}

/**
 * The provider's own identity of a place: by now another table, repository or account may have its name, or its
 * address.
 */
export interface PlaceIdentity<Client> {
  /**
   * The part of an address that names the place: `{ table: "orders" }`; empty for the account. Null when the address
   * names no place.
   */
  scopeOf(address: Address): Address | null;
  /** Null when the provider has no identity for it. */
  read(client: Client, scope: Address): Promise<string | null | undefined>;
}

/** A provider in one piece; `resourceConnector` makes a connector of it. */
export type ResourceProvider<Client> = Reached & DescribedProvider<Client>;

interface DescribedProvider<Client> {
  readonly id: string;
  readonly title: string;
  /** True when round trips against a counterpart this project did not write run in its tests. */
  readonly verified: boolean;
  /** The version of the provider's API, in the provider's own form. */
  readonly apiVersion: string;
  readonly credentialFields: readonly CredentialField[];
  readonly operations: readonly (ResourceOperation<Client> | IrreversibleOperation)[];
  readonly summaries?: Connector['summaries'];
  /** Reads the things that its calls act on, for policies. */
  readonly facts: FactReader;
  /** True when no URL parser reads a text of an address, because it is sent in a body, or is signed unchanged. */
  readonly isPathFree?: boolean;
  /** Members of addresses that may hold more than one segment of a path; all others are one. */
  readonly paths?: readonly string[];
  /** Makes the provider's client, which sends all that it sends over `openTransport`. */
  connect(context: Reachable): Promise<{ readonly client: Client; close?(): Promise<void> | void }>;
  /**
   * The server, account or database that the credential reaches, from the credential alone and without its secrets.
   * When absent, the base URL is the place.
   */
  placeOf?(credentials: Readonly<Record<string, string>>): string;
  readonly identity?: PlaceIdentity<Client>;
  /** The cheapest harmless call that needs the credential. */
  probe(client: Client): Promise<unknown>;
  /** Absent when the service makes none of its calls. */
  readonly performing?: Performing<Client>;
  /** The meaning of a client's error that its HTTP status does not show; null when the status decides. */
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
