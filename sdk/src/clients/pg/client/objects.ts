/** The objects of `pg`, by their structure: the SDK does not depend on it. */

export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly format: string;
}

export interface TypeParsers {
  getTypeParser(oid: number, format?: string): (value: unknown) => unknown;
}

export interface Result {
  command: string | null;
  rowCount: number | null;
  oid: number | null;
  rows: unknown[];
  fields: Field[];
  addFields(fields: Field[]): void;
  parseRow(row: unknown[]): unknown;
}

export interface QueryConfig {
  readonly text: string;
  readonly values?: unknown[];
  readonly rowMode?: string;
  readonly types?: TypeParsers;
  readonly query_timeout?: number;
}

export interface Queryable {
  query(config: QueryConfig | string): Promise<Result>;
}

export interface RawClient extends Queryable, TypeParsers {
  query(...args: unknown[]): Promise<Result>;
  connect(callback?: unknown): Promise<unknown> | undefined;
  end(callback?: unknown): Promise<void> | undefined;
  /** Exists only on a client that came from a pool. */
  release?(destroy?: Error | boolean): void;
  /** `I` outside a transaction, `T` inside, `E` inside a failed one; missing in older versions. */
  getTransactionStatus?(): string | null;
  readonly connection?: {
    on(event: string, listener: (message: { parameterName: string; parameterValue: string }) => void): unknown;
    removeListener(event: string, listener: () => void): unknown;
    /** The texts that were prepared under these names, and those that are being prepared. */
    readonly parsedStatements?: Readonly<Record<string, unknown>>;
    readonly submittedNamedStatements?: Readonly<Record<string, unknown>>;
  };
  /** False while an answer is under way. */
  readonly readyForQuery?: boolean;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  removeListener(event: string, listener: (...args: unknown[]) => void): unknown;
  /** Calls that are not sent yet. */
  readonly _queryQueue?: unknown[];
}

export interface RawPool extends Queryable {
  query(...args: unknown[]): Promise<Result>;
  connect(): Promise<RawClient>;
  connect(callback: (error: unknown, client: RawClient | undefined, release: unknown) => void): void;
  end(callback?: unknown): Promise<void> | undefined;
  /** Calls that wait for a client. */
  readonly _pendingQueue?: unknown[];
}

export function isClient(value: object): value is RawClient {
  return hasMethods(value, ['query', 'connect', 'end', 'getTypeParser', 'escapeLiteral']) && 'connection' in value;
}

export function isPool(value: object): value is RawPool {
  return hasMethods(value, ['query', 'connect', 'end']) && 'totalCount' in value && 'options' in value;
}

/** Tells whether pg may run a statement that it has prepared under this name. */
export function mayBePrepared({ connection }: RawClient, name: string): boolean {
  const { parsedStatements, submittedNamedStatements = {} } = connection ?? {};
  return parsedStatements === undefined || name in parsedStatements || name in submittedNamedStatements;
}

function hasMethods(value: object, names: readonly string[]): boolean {
  return names.every((name) => typeof Reflect.get(value, name) === 'function');
}
