import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../errors.js';
import { parseStrictJson, StrictJsonError } from './strict-json.js';

export const BODY_LIMIT_BYTES = 256 * 1024;

const unsupported = () =>
  new DomainError(
    'unsupported',
    'unsupported-media-type',
    'Bodies are application/json in UTF-8, without a content encoding.',
  );

/**
 * The one place where bodies are parsed: only JSON, only what can be stored and given back unchanged. Where `isRaw`,
 * only the media type is checked, and the handler gets the text unchanged.
 */
export function acceptStrictJson(fastify: FastifyInstance, isRaw: (request: FastifyRequest) => boolean): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const type = request.headers['content-type'] ?? '';
    if (body.length === 0) return done(null, undefined);
    if (!isJson(type) || request.headers['content-encoding']) return done(unsupported());
    try {
      const text = readText(body);
      done(null, isRaw(request) ? text : parseText(text));
    } catch (error) {
      done(error as Error);
    }
  });
}

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return (
    type === 'application/json' &&
    parameters.every((parameter) => parameter === '' || /^charset="?utf-?8"?$/.test(parameter))
  );
}

const malformed = (message: string) => new DomainError('invalid', 'validation-failed', message);

/** Loses nothing: the same text is the same bytes. */
function readText(body: Buffer): string {
  if (!isUtf8(body)) throw malformed('The body is not UTF-8.');
  return body.toString('utf8');
}

function parseText(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (error instanceof StrictJsonError) throw malformed(error.message);
    throw error;
  }
}
