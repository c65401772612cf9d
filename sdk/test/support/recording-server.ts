import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** The action of a request, for a protocol in which every request is a POST to the same path. */
  readonly target: string;
}

export interface RecordingServer {
  readonly url: string;
  readonly port: number;
  /** Returns the requests since the last call. */
  take(): Received[];
  stop(): Promise<unknown>;
}

/** Plays any provider: remembers each request and answers 200 with the same JSON. */
export async function startRecordingServer(answer: unknown = {}): Promise<RecordingServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '' } = request;
      const target = String(request.headers['x-amz-target'] ?? '');
      received.push({ method, path, target, body: Buffer.concat(chunks).toString() });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, port, take: () => received.splice(0), stop };
}
