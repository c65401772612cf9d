import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const HOP_BY_HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'expect'];

/**
 * Hands every request on, and answers the first that `isLost` names with 500 although the provider carried it out, or in
 * place of handing it on.
 */
export async function newLosingGateway(
  upstream: string,
  isLost: (method: string, path: string) => boolean,
  { isCarriedOut = true }: { readonly isCarriedOut?: boolean } = {},
) {
  let lost = 0;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { method = '', url = '/', headers } = request;
    const sent = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)) as [string, string][];
    const address = new URL(url, upstream);
    const isFirst = isLost(method, address.pathname) && ++lost === 1;
    if (isFirst && !isCarriedOut) return void response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    const answer = await fetch(address, { method, headers: sent, body: body.length > 0 ? body : null });
    const kept = [...answer.headers].filter(([name]) => !HOP_BY_HOP.includes(name) && name !== 'content-encoding');
    const content = Buffer.from(await answer.arrayBuffer());
    if (isFirst) response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    else response.writeHead(answer.status, Object.fromEntries(kept)).end(answer.status === 204 ? '' : content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, lost: () => lost, close };
}
