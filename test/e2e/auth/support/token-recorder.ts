import { createServer } from 'node:http';

/** Stands before a provider's token endpoint, passes everything on, and keeps the forms it saw. */
export async function recordTokens(tokenUrl: string) {
  const forms: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    forms.push(Object.fromEntries(new URLSearchParams(body)));
    const { 'content-type': type = '', accept = '' } = request.headers;
    const answer = await fetch(tokenUrl, { method: 'POST', headers: { 'content-type': type, accept }, body });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url, forms, stop };
}
