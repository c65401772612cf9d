import type { RedisLine } from '../redis/line.js';
import type { Connection } from '../rows/session.js';

/** As it is sent, and as it came. */
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
  close(): Promise<void>;
}

/** What the clients of AWS hand to their transport; `path` and `query` are signed as they are sent. */
export interface SignedRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

export interface SignedAnswer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

export interface AwsLine {
  send(request: SignedRequest): Promise<SignedAnswer>;
  close(): Promise<void>;
}

/**
 * The kinds of lines to a provider: asynchronous methods whose values can cross to another process. Who opens one holds
 * the sockets, and the bounds on time and size. `options`: what the connector asks of it.
 */
export interface Lines {
  readonly http: { readonly line: HttpLine; readonly options: { readonly maxBytes: number } };
  readonly aws: { readonly line: AwsLine; readonly options: { readonly maxBytes: number } };
  readonly postgres: { readonly line: Connection; readonly options: null };
  readonly mysql: { readonly line: Connection; readonly options: null };
  readonly redis: { readonly line: RedisLine; readonly options: null };
}

export type LineKind = keyof Lines;

/** Opens the lines of a connector that runs apart from what holds them. @throws as the line of the same process */
export type OpenLine = <K extends LineKind>(kind: K, options: Lines[K]['options']) => Promise<Lines[K]['line']>;
