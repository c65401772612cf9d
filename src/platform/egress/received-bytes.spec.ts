import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { limitReceived } from './received-bytes.js';

async function received(bytes: number, most: number): Promise<{ error: Error | null; bytes: number }> {
  const server = createServer((peer) => {
    peer.on('error', () => undefined);
    peer.write(Buffer.alloc(bytes));
    setTimeout(() => peer.end(), 200);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new Socket();
  limitReceived(socket, most);
  let error: Error | null = null;
  socket.on('error', (one) => {
    error = one;
  });
  socket.on('data', () => undefined);
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await new Promise((resolve) => socket.once('close', resolve));
  server.close();
  return { error, bytes: socket.bytesRead };
}

it('limitReceived ends a connection whose server sends more than the limit', async () => {
  const { error } = await received(2_000_000, 100_000);
  expect(error).toMatchObject({ name: 'TooLongError' });
});

it('limitReceived leaves a connection alone whose server sends less', async () => {
  expect(await received(100_000, 2_000_000)).toEqual({ error: null, bytes: 100_000 });
});

it('limitReceived ends a connection, and not all, when together they hold more than a process may', async () => {
  const server = createServer((peer) => {
    peer.on('error', () => undefined);
    peer.write(Buffer.alloc(12_000_000));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: 12 }, () => new Socket());
  const ended = sockets.map((socket) => {
    limitReceived(socket, 24_000_000);
    socket.on('data', () => undefined).connect(port, '127.0.0.1');
    return new Promise<Error>((resolve) => socket.once('error', resolve));
  });
  expect(await Promise.race(ended)).toMatchObject({ name: 'TooLongError' });
  expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
  server.close();
});
