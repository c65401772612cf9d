/**
 * This file is loaded into each service under test: it notes an answer that `openapi.json` does not declare before the
 * client has it, whichever client asked: a test, a process that a test starts, curl or a socket. It also notes what a
 * package calls deprecated. The suite then fails (judged-answers.ts).
 */
import { appendFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { isOfTheService, undeclared } from './declared.mjs';

const NOTES = process.env.TEST_UNDECLARED_ANSWERS;
/** A longer answer would hold up the service while it is judged; judged-answers.ts judges it where a test receives it. */
const LONGEST_BODY = 2 ** 18;

/** The parts written so far of answers under way. */
const under = new WeakMap();
const { writeHead, write, end } = ServerResponse.prototype;

ServerResponse.prototype.writeHead = function (status, ...more) {
  const given = Object.entries(more.at(-1) ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  under.set(this, { headers: { ...this.getHeaders(), ...Object.fromEntries(given) }, chunks: [], length: 0 });
  return writeHead.call(this, status, ...more);
};

ServerResponse.prototype.write = function (chunk, ...more) {
  // Its head first.
  if (!this.headersSent) this.writeHead(this.statusCode);
  keep(this, chunk);
  return write.call(this, chunk, ...more);
};

ServerResponse.prototype.end = function (chunk, ...more) {
  if (!this.headersSent) this.writeHead(this.statusCode);
  if (chunk && typeof chunk !== 'function') keep(this, chunk);
  judge(this);
  return end.call(this, chunk, ...more);
};

function keep(response, chunk) {
  const answer = under.get(response);
  if (!answer) return;
  answer.length += chunk.length;
  if (answer.length <= LONGEST_BODY) answer.chunks.push(Buffer.from(chunk));
}

/** Deprecations of Node itself have a code; they depend on its version. */
process.on('warning', ({ name, message, code }) => {
  if (name === 'DeprecationWarning' && code === undefined) appendFileSync(NOTES, `${JSON.stringify(message)}\n`);
});

function judge(response) {
  const answer = under.get(response);
  under.delete(response);
  const { method, url, socket } = response.req;
  // A client that has disconnected is answered nothing.
  if (
    !answer ||
    socket.destroyed ||
    answer.length > LONGEST_BODY ||
    !isOfTheService(answer.headers['x-request-id'], url)
  )
    return;
  const text = method === 'HEAD' ? '' : Buffer.concat(answer.chunks).toString();
  const contentType = answer.headers['content-type'] ?? null;
  const why = told({ method, url, status: response.statusCode, contentType, text });
  if (why) appendFileSync(NOTES, `${JSON.stringify(why)}\n`);
}

function told(answer) {
  try {
    return undeclared(answer);
  } catch (error) {
    return `${answer.method} ${answer.url} answered ${answer.status}: ${error.message}\n${answer.text.slice(0, 1_000)}`;
  }
}
