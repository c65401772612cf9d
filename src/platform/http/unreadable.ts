import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../ids.js';
import { Envelope } from './answer.js';
import { toProblem } from './problem.js';

const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** What arrived was no HTTP at all: the last place an answer can come from, and it has the envelope too. */
export function answerUnreadable(errorsUrl: string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const statusCode = STATUS[error.code ?? ''] ?? 400;
    const { problem } = toProblem({ statusCode }, errorsUrl, newId());
    const body = JSON.stringify(new Envelope(null, problem));
    const head = [
      `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}
