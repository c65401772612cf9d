import { connect, createServer, type Socket } from 'node:net';

export interface TcpServer {
  readonly port: number;
  /** The number of accepted connections. */
  readonly connections: () => number;
  readonly stop: () => Promise<unknown>;
}

/** A server that calls this with each connection. */
export async function listenTcp(onSocket: (socket: Socket) => void): Promise<TcpServer> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)));
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const stop = () => {
    for (const socket of open) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  };
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, connections: () => connections, stop };
}

/** Passes everything on, after so many milliseconds. */
export const forwardTo =
  (port: number, afterMs = 0) =>
  (socket: Socket) => {
    setTimeout(() => {
      const onwards = connect(port, '127.0.0.1').on('error', () => socket.destroy());
      onwards.on('close', () => socket.destroy());
      socket.on('close', () => onwards.destroy());
      socket.pipe(onwards).pipe(socket);
    }, afterMs);
  };

/** Passes the client's data on with a delay, each time. */
export const slowlyTo = (port: number, eachMs: number) => (socket: Socket) => {
  const onwards = connect(port, '127.0.0.1').on('error', () => socket.destroy());
  onwards.on('close', () => socket.destroy());
  socket.on('close', () => onwards.destroy());
  socket.on('data', (chunk) => setTimeout(() => onwards.write(chunk), eachMs));
  onwards.pipe(socket);
};
