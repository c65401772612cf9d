import { type Asked, Listener } from './listener.js';

/** In front of a provider: it passes everything on, and keeps back the answers to the requests that `isLost` names. */
export async function startLosingProxy(upstream: string, isLost: (asked: Asked) => boolean) {
  const listener = new Listener(async ({ method, path, headers, body }, reply) => {
    const { host: _, connection: _c, 'content-length': _l, ...sent } = headers as Record<string, string>;
    const answer = await fetch(upstream + path, { method, headers: sent, body: body || null });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (isLost({ method, path, headers, body })) reply.destroy();
    else reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(bytes);
  });
  const asked = () => listener.asked.map(({ method, path }) => `${method} ${path}`);
  return { url: await listener.start(), asked, stop: () => listener.stop() };
}
