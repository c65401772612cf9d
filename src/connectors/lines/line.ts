import type { PerformingConnection as MysqlConnection } from '../mysql/server/performing-connection.js';
import type { PerformingConnection as PostgresConnection } from '../postgres/server/connection.js';
import type { RedisLine } from '../redis/server/line.js';

/** The request as it is sent, and the answer as it was received. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array | null;
}

export interface HttpAnswer {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer> | null;
}

export interface HttpLine {
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Sends an agent's call. Secrets are removed from its answer; for `send` they end the work. */
  answer(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/**
 * The request that AWS clients give to their transport, which signs it; `path` and `query` are signed as they are sent.
 */
export interface AwsRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

export interface AwsAnswer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

export interface AwsLine {
  send(request: AwsRequest): Promise<AwsAnswer>;
  close(): Promise<void>;
}

/**
 * The line of each connector to its provider: asynchronous methods whose values can be sent to another process. The
 * process that opens the line holds the sockets, the bounds on time and size, and the secrets of the credential.
 */
export interface Lines {
  readonly caldav: HttpLine;
  readonly dynamodb: AwsLine;
  readonly gcal: HttpLine;
  readonly gdrive: HttpLine;
  readonly github: HttpLine;
  readonly gmail: HttpLine;
  readonly http: HttpLine;
  readonly mysql: MysqlConnection;
  readonly postgres: PostgresConnection;
  readonly redis: RedisLine;
  readonly s3: AwsLine;
  readonly slack: HttpLine;
  readonly stripe: HttpLine;
}

/** The connectors that speak HTTP with clients that use `fetch`. */
export type HttpConnector = { [K in keyof Lines]: Lines[K] extends HttpLine ? K : never }[keyof Lines];

/** The connectors that use clients of AWS. */
export type AwsConnector = { [K in keyof Lines]: Lines[K] extends AwsLine ? K : never }[keyof Lines];
