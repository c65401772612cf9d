import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.js';
import { parseStrictJson, StrictJsonError } from './strict-json.js';

export const BODY_LIMIT_BYTES = 256 * 1024;

const unsupported = () =>
  new DomainError(
    'unsupported',
    'unsupported-media-type',
    'Bodies are application/json in UTF-8, without a content encoding.',
  );

/** The one place where bodies are parsed: only JSON, only what can be stored and given back unchanged. */
export function acceptStrictJson(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const type = request.headers['content-type'] ?? '';
    if (body.length === 0) return done(null, undefined);
    if (!isJson(type) || request.headers['content-encoding']) return done(unsupported());
    try {
      done(null, parseBody(body));
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

function parseBody(body: Buffer): unknown {
  const malformed = (message: string) => new DomainError('invalid', 'validation-failed', message);
  if (!isUtf8(body)) throw malformed('The body is not UTF-8.');
  try {
    return parseStrictJson(body.toString('utf8'));
  } catch (error) {
    if (error instanceof StrictJsonError) throw malformed(error.message);
    throw error;
  }
}
