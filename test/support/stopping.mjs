import { once } from 'node:events';
import { rm } from 'node:fs/promises';

/** Closes an HTTP server together with its connections. */
export const closing = (server) => async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
};

/** Stops a server, then removes its folder. */
export const removing = (directory, stop) => async () => {
  await stop();
  await rm(directory, { recursive: true, force: true });
};
