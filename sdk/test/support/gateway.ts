import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const HOP_BY_HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'expect'];

/** A request as a gateway sees it. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  /** Sends it to the provider. @returns what gives its answer to the client */
  handOn(): Promise<() => void>;
  readonly response: ServerResponse;
}

/** Stands between a client and what it speaks to; `pass` decides what becomes of each request. */
export async function newGateway(upstream: string, pass: (request: Passing) => Promise<unknown>) {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { method = '', url = '/' } = request;
    const address = new URL(url, upstream);
    await pass({ method, path: address.pathname, response, handOn: () => handOn(request, address, body, response) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function handOn({ method = '', headers }: IncomingMessage, address: URL, body: Buffer, response: ServerResponse) {
  const sent = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)) as [string, string][];
  const answer = await fetch(address, { method, headers: sent, body: body.length > 0 ? body : null });
  const kept = [...answer.headers].filter(([name]) => !HOP_BY_HOP.includes(name) && name !== 'content-encoding');
  const content = Buffer.from(await answer.arrayBuffer());
  return () => {
    response.writeHead(answer.status, Object.fromEntries(kept)).end(answer.status === 204 ? '' : content);
  };
}
