import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from './problem.js';

/** A page of a list, newest first; the next one is announced in the Link header (docs/contract.md, "Wire conventions"). */
export class Page<T> {
  constructor(
    readonly items: T[],
    readonly nextCursor: string | null,
    /** The tag of the list's state, where requests may wait for a change of it. */
    readonly tag: string | null = null,
    /** For a search that reads a part of the list: it has read everything made at or after this time. */
    readonly searchedTo: Date | null = null,
  ) {}

  /** `rows` was read with one more than `limit`, to know whether anything follows. */
  static of<R extends { id: string }, T>(rows: R[], limit: number, view: (row: R) => T): Page<T> {
    const shown = rows.slice(0, limit);
    return new Page(shown.map(view), rows.length > limit ? (shown.at(-1)?.id ?? null) : null);
  }
}

/** A resource with the tag of its state. */
export class Tagged<T> {
  constructor(
    readonly data: T,
    readonly tag: string,
  ) {}
}

/** Replaces the contents when the client knows their state already. */
export class Unchanged {
  constructor(readonly tag: string) {}
}

/** The answer to a request with an Idempotency-Key: `replayed` when it had been answered before. */
export class Idempotent<T> {
  constructor(
    readonly data: T,
    readonly replayed: boolean,
  ) {}
}

export class Envelope {
  readonly timestamp = new Date().toISOString();
  constructor(
    readonly data: unknown,
    readonly error: Problem | null,
  ) {}
}

/** The headers of every answer, wherever it was made. */
export const answerHeaders = (requestId: string) => ({
  'x-request-id': requestId,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // Browsers accept this header over https only.
  'strict-transport-security': 'max-age=31536000',
});

/** Fastify's last step before serialization: every answer leaves in the envelope (docs/contract.md, "Wire conventions"). */
export function toEnvelope(request: FastifyRequest, reply: FastifyReply, payload: unknown, bare: boolean): unknown {
  if (payload instanceof Envelope || bare) return payload;
  if (payload instanceof Idempotent) {
    if (payload.replayed) reply.header('idempotency-replayed', 'true');
    return new Envelope(payload.data, null);
  }
  if (payload instanceof Unchanged) {
    // A 304 has no body, so there is no envelope.
    void reply
      .code(304)
      .header('etag', payload.tag)
      .removeHeader('content-type')
      .serializer(() => '');
    return payload;
  }
  if (payload instanceof Tagged) {
    reply.header('etag', payload.tag);
    return new Envelope(payload.data, null);
  }
  if (payload instanceof Page) {
    if (payload.tag) reply.header('etag', payload.tag);
    if (payload.nextCursor) reply.header('link', nextLink(request.url, payload.nextCursor));
    if (payload.searchedTo) reply.header('searched-to', payload.searchedTo.toISOString());
    return new Envelope(payload.items, null);
  }
  return new Envelope(payload, null);
}

/** The header with the link to the next page. */
export function nextLink(url: string, cursor: string): string {
  const next = new URL(url, 'http://localhost');
  next.searchParams.set('cursor', cursor);
  return `<${next.pathname}${next.search}>; rel="next"`;
}
