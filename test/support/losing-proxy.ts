import { type Asked, json, Listener } from './listener.js';

/** `true`: its answer is lost. `late`: it arrives once the test says so. `twice`: the second answer is passed on. A status: answered here. */
type Loss = boolean | 'late' | 'twice' | number;

/** In front of a provider: it passes everything on, except for the requests that `lossOf` names. */
export async function startLosingProxy(upstream: string, lossOf: (asked: Asked) => Loss) {
  const late: Asked[] = [];
  const forward = async ({ method, path, headers, body }: Asked) => {
    const { host: _, connection: _c, 'content-length': _l, ...sent } = headers as Record<string, string>;
    const answer = await fetch(upstream + path, { method, headers: sent, body: body || null });
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const listener = new Listener(async (asked, reply) => {
    const loss = lossOf(asked);
    if (typeof loss === 'number') return json(reply, loss, { error: { message: 'answered by the proxy' } });
    if (loss === 'late') {
      reply.destroy();
      late.push(asked);
      return;
    }
    if (loss === 'twice') await forward(asked);
    const { answer, bytes } = await forward(asked);
    if (loss === true) reply.destroy();
    else reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(bytes);
  });
  const asked = () => listener.asked.map(({ method, path }) => `${method} ${path}`);
  return {
    url: await listener.start(),
    asked,
    arrive: () => Promise.all(late.splice(0).map(forward)),
    stop: () => listener.stop(),
  };
}
