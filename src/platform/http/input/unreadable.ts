import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { newId } from '../../ids.js';
import { answerHeaders, Envelope } from '../answers/answer.js';
import { toProblem } from '../answers/problem.js';

const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers, in the envelope, a connection that sent no valid HTTP. No later part of the service can answer it. */
export function answerUnreadable(errorsUrl: string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const statusCode = STATUS[error.code ?? ''] ?? 400;
    const requestId = newId();
    const { problem } = toProblem({ statusCode }, errorsUrl, requestId);
    const body = JSON.stringify(new Envelope(null, problem));
    const head = [
      `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      ...Object.entries(answerHeaders(requestId)).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

/** Node would answer these two cases itself, without a body; they are passed to us instead. */
export function answerOddities(fastify: FastifyInstance): void {
  const { server } = fastify;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  fastify.addHook('onRequest', ({ raw }, _reply, done) =>
    raw.httpVersion === '1.1' && raw.headers.host === undefined ? done(new MissingHostError()) : done(),
  );
}

class MissingHostError extends Error {
  readonly statusCode = 400;
}
