import { createServer, type Server } from 'node:http';
import { type Note, plain } from './end.js';

const ANSWER = {
  ...{ ok: true, id: 'x1', _id: 'x1', success: true, result: { message_id: 1 }, data: [], error: null, status: 'ok' },
  ...{ object: 'chat.completion', choices: [], taskUid: 7, indexUid: 'i', fields: { a: 1 }, ticket: { id: 1 } },
  ...{ records: [{ id: 'r1', fields: { a: 1 } }], rows: [{ id: 1 }] },
};

/** Answers of their own for clients that look at the form of an answer. */
const FORMS: readonly (readonly [path: string, answer: object])[] = [
  ['/graphql', { data: { id: 'x1' } }],
  ['/trpc', { result: { data: { id: 'x1' } } }],
];

/**
 * Answers each request in a way that most clients accept as a success. `fails` in the path makes it a refusal, `/s204/` and
 * the like a status.
 */
export function httpEnd(note: Note): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url = '' } = request;
      note(plain(`${method} ${url} ${Buffer.concat(chunks).toString('latin1')}`));
      const fails = url.includes('fails');
      const status = fails ? 422 : Number(/\/s(\d{3})\b/.exec(url)?.[1] ?? 200);
      response.writeHead(status, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' });
      const answer = FORMS.find(([path]) => url.startsWith(path))?.[1] ?? ANSWER;
      response.end(status === 204 ? '' : JSON.stringify(fails ? { message: 'refused' } : answer));
    });
  });
}
