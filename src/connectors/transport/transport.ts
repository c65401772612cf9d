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

export interface HttpTransport {
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

export interface AwsTransport {
  send(request: AwsRequest): Promise<AwsAnswer>;
  close(): Promise<void>;
}

/** The services of AWS that connectors use; requests are signed for one of them. */
export type AwsService = 'dynamodb' | 's3';
