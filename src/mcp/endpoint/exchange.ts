import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The request in the form that the package of the protocol reads. Its body is parsed already. */
export function toWebRequest(
  { method, url, headers, body }: FastifyRequest,
  publicUrl: string,
  signal: AbortSignal,
): Request {
  const web = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && name !== 'authorization') web.set(name, Array.isArray(value) ? value.join(', ') : value);
  const hasBody = method === 'POST';
  return new Request(new URL(url, publicUrl), {
    method,
    headers: web,
    signal,
    ...(hasBody && { body: JSON.stringify(body ?? null) }),
  });
}

/** Sends what the package of the protocol answers, as it comes. */
export async function sendResponse(response: Response, reply: FastifyReply): Promise<Readable | string> {
  reply.code(response.status);
  response.headers.forEach((value, name) => {
    if (name !== 'connection') reply.header(name, value);
  });
  if (response.body === null) return '';
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  return Readable.fromWeb(response.body as ReadableStream);
}
