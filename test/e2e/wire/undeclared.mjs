/**
 * Stands in for a service that answers what `openapi.json` does not declare, in one piece and in several, and that uses a
 * deprecated function of a package.
 */
import { createServer } from 'node:http';
import { deprecate } from 'node:util';

const head = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': '0190b5a0-0000-7000-8000-000000000000',
};
const text = JSON.stringify({ data: { surprise: true }, error: null });

const server = createServer((request, response) => {
  response.writeHead(200, head);
  if (request.url?.endsWith('?streamed')) {
    response.write(text.slice(0, 9));
    response.end(text.slice(9));
  } else response.end(text);
});
deprecate(() => undefined, 'The old way is deprecated.')();
server.listen(0, '127.0.0.1', () => console.log(`is up at http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit());
