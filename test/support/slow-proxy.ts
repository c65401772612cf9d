import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const HOP_BY_HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'];

/**
 * Starts a proxy before a provider. Each request for which `isLate` is true reaches the provider `lateMs` milliseconds
 * later.
 */
export async function startSlowProxy(upstream: string, lateMs: number, isLate: (request: IncomingMessage) => boolean) {
  const late: Promise<unknown>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = '', url, headers } = request;
    const sent = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)) as [string, string][];
    const forward = async () => {
      const answer = await fetch(upstream + url, { method, headers: sent, body: body.length > 0 ? body : null });
      const type = answer.headers.get('content-type');
      response.writeHead(answer.status, type ? { 'content-type': type } : {});
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    const done = isLate(request) ? sleep(lateMs).then(forward) : forward();
    if (isLate(request)) late.push(done.catch(() => undefined));
    await done.catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the number of late requests; waits until the last of them has reached the provider. */
    async settled(): Promise<number> {
      await Promise.all(late);
      return late.length;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
