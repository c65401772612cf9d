import http, { type IncomingHttpHeaders } from 'node:http';
import { undeclared } from '../../../support/declared.mjs';
import { patience } from '../../../support/patience.mjs';

const MAX_CONCURRENT_REQUESTS = 16;

/** In a suite each service judges its own answers (judged-service.mjs); in a trial of the campaign `guards` none does. */
const IS_JUDGED_BY_SERVICE = Boolean(process.env.TEST_UNDECLARED_ANSWERS);

const COOKIE = 'Cookie ';

/** Sent as the cookie of a browser, on a page of the service, in place of an `Authorization`. */
export const inCookie = (value: string) => `${COOKIE}backstop=${value}`;

export interface Asked {
  /** The whole header, or a text of `inCookie`. */
  readonly authorization?: string | null;
  /** A text is sent as it is. */
  readonly body?: unknown;
}

export interface Reply {
  /** `404 not-found`, `200 ok`. */
  readonly code: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data of any answer.
  readonly data: any;
}

/** Sends requests exactly as they are, kept alive and many at a time: no client in between normalizes a path. */
export class Wire {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: MAX_CONCURRENT_REQUESTS });
  private readonly host: { hostname: string; port: string };

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.host = { hostname, port };
  }

  ask(method: string, path: string, { authorization, body }: Asked = {}): Promise<Reply> {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const headers: Record<string, string | number> = {};
    if (authorization?.startsWith(COOKIE)) {
      headers.cookie = authorization.slice(COOKIE.length);
      headers['sec-fetch-site'] = 'same-origin';
    } else if (authorization) headers.authorization = authorization;
    if (sent !== undefined) {
      headers['content-type'] = 'application/json';
      headers['content-length'] = Buffer.byteLength(sent);
    }
    return new Promise((resolve, reject) => {
      const failed = (error: Error) =>
        resolve({ code: `no answer: ${error.message}`, headers: {}, text: '', data: null });
      const request = http.request({ ...this.host, method, path, headers, agent: this.agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          const text = Buffer.concat(chunks).toString();
          const answer = { method, url: path, status, contentType: headers['content-type'] ?? null, text };
          const why = IS_JUDGED_BY_SERVICE ? null : undeclared(answer);
          if (why) reject(new Error(why));
          else resolve(toReply(status, headers, text));
        });
      });
      request.setTimeout(patience(30_000), () => request.destroy(new Error('it took too long')));
      request.on('error', failed);
      request.end(sent);
    });
  }

  /** Sends a request that must succeed, because the tests depend on it. */
  async expectOk(method: string, path: string, asked: Asked = {}) {
    const reply = await this.ask(method, path, asked);
    if (!reply.code.endsWith(' ok')) throw new Error(`${method} ${path}: ${reply.code} ${reply.text}`);
    return reply.data;
  }

  close(): void {
    this.agent.destroy();
  }
}

function toReply(status: number, headers: IncomingHttpHeaders, text: string): Reply {
  let body: { data?: unknown; error?: { type?: string } } | null = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Redirects have none.
  }
  const type = status < 400 ? 'ok' : (body?.error?.type?.split('/').at(-1) ?? 'without a type');
  return { code: `${status} ${type}`, headers, text, data: body?.data ?? null };
}

/** Does all of it, a few at a time. */
export async function eachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, worker));
}

/** Removes the parts of an answer that differ each time. */
export const withoutItsOwn = (text: string) =>
  text.replaceAll(/"(requestId|timestamp)":"[^"]*"/g, '"$1":""').replaceAll(/"timeRemaining":\d+/g, '');
