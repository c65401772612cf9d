import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';

/** The other end of every client: it notes each request, and answers in a way that the client accepts as a success. */
export interface RecordingEnd {
  readonly url: string;
  readonly redisUrl: string;
  readonly smtpPort: number;
  /** Returns the requests since the last call. */
  take(): string[];
  stop(): void;
}

const ANSWER = {
  ...{ ok: true, id: 'x1', _id: 'x1', success: true, result: { message_id: 1 }, data: [], error: null, status: 'ok' },
  ...{ object: 'chat.completion', choices: [], taskUid: 7, indexUid: 'i', fields: { a: 1 }, ticket: { id: 1 } },
  ...{ records: [{ id: 'r1', fields: { a: 1 } }], rows: [{ id: 1 }] },
};

export async function startRecordingEnd(): Promise<RecordingEnd> {
  const sent: string[] = [];
  const http = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      sent.push(`${request.method} ${request.url} ${plain(Buffer.concat(chunks).toString('latin1'))}`);
      const fails = request.url?.includes('fails');
      response.writeHead(fails ? 422 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(fails ? { message: 'refused' } : ANSWER));
    });
  });
  const redis = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      for (const words of commandsIn(data.toString('latin1'))) {
        if (!/^(HELLO|CLIENT)$/i.test(words[0] ?? '')) sent.push(words.join(' '));
        socket.write(/^HELLO$/i.test(words[0] ?? '') ? '*2\r\n$6\r\nserver\r\n$5\r\nredis\r\n' : '+OK\r\n');
      }
    });
  });
  const smtp = createTcpServer((socket) => {
    let isBody = false;
    socket.on('error', () => undefined);
    socket.write('220 end\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString('latin1').split('\r\n').filter(Boolean)) {
        if (isBody && line !== '.') continue;
        if (isBody) isBody = false;
        if (/^(MAIL|RCPT|DATA)/.test(line)) sent.push(line);
        isBody = line === 'DATA';
        socket.write(isBody ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  const [httpPort, redisPort, smtpPort] = await Promise.all([http, redis, smtp].map(listening));
  return {
    url: `http://127.0.0.1:${httpPort}`,
    redisUrl: `redis://127.0.0.1:${redisPort}`,
    smtpPort: smtpPort ?? 0,
    take: () => sent.splice(0),
    stop: () => {
      http.closeAllConnections();
      for (const server of [http, redis, smtp]) server.close();
    },
  };
}

async function listening(server: HttpServer | Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Removes the values that differ each time they are sent. */
function plain(body: string): string {
  return body.replaceAll(/--[\w.-]*boundary[\w.-]*/gi, '--boundary').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid');
}

function* commandsIn(text: string): Generator<string[]> {
  const lines = text.split('\r\n');
  for (let at = 0; at < lines.length; at += 1) {
    const count = Number(/^\*(\d+)$/.exec(lines[at] ?? '')?.[1] ?? 0);
    if (count === 0) continue;
    yield Array.from({ length: count }, (_, index) => lines[at + 2 + index * 2] ?? '');
    at += count * 2;
  }
}
