/** Stands in for a service that answers what `openapi.json` does not declare, in one piece and in several. */
import { createServer } from 'node:http';

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
server.listen(0, '127.0.0.1', () => console.log(`is up at http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit());
