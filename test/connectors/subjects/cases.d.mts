import type { JsonObject } from '../../../src/connectors/connector.js';

/** An ability of a subject that a scenario needs. */
export type Need =
  | 'remove'
  | 'absent'
  | 'removeMade'
  | 'add'
  | 'change'
  | 'setOther'
  | 'drop'
  | 'isBlind'
  | 'changeShown'
  | 'performs';

/** A test by the start of its title, or why there is none. */
export type Cell =
  | { readonly proved: readonly [file: string, title: string] }
  | { readonly na: string; readonly shownBy?: readonly [file: string, title: string] };

/** The addresses of a server that listens for HTTP (`url`) and of one that a database client reaches (`host:port/0`). */
export interface Reached {
  readonly url: string;
  readonly database: string;
}

/** The facts of one connector that suites need. */
export interface Cases {
  /** A credential for a server of the suite, with the secret in each secret field that the connector needs. */
  credentials(secret: string, server: Reached): Record<string, string>;
  /** A call whose capture asks the provider, and that can be undone if any can. */
  readonly call: readonly [apiName: string, payload: JsonObject];
  /** Credentials that lead to a public host without TLS; each has to be refused. */
  plainText(host: string): readonly Record<string, string>[];
  /** The number of operations whose capture puts a text of the payload into the path of a URL. */
  readonly asking: number;
  /** Calls that are hard to read, and what makes their payloads. */
  readonly poisons: readonly (readonly [apiName: string, payload: (random: never) => unknown])[];
  /** The suite in which its scenarios run. */
  readonly suite: string;
  /** The reason why no scenario applies to it, which reads after "for". Absent for a connector that undoes something. */
  readonly undoesNothing?: string;
  /** The reasons why scenarios do not apply to it: each reads after "for". */
  readonly lacks?: Readonly<Partial<Record<Need, string>>>;
  /** Columns that no scenario of all connectors fills. */
  readonly more: Readonly<Record<string, Cell>>;
}

/** The cases of these connectors. @throws Error when one of them has none */
export function casesOf(ids: readonly string[]): Promise<Readonly<Record<string, Cases>>>;
/** The cases of every connector, by its id. */
export const CASES: Readonly<Record<string, Cases>>;
