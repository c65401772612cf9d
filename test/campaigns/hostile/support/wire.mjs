import http from 'node:http';
import { connect } from 'node:net';
import { patience } from '../../../support/patience.mjs';

const PATIENCE_MS = patience(12_000);

/** Requests as they are: no client in between that would tidy up a path or a body. */
export class Wire {
  constructor(urls, atOnce) {
    this.agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
    this.hosts = urls.map((url) => new URL(url));
  }

  /** @returns `{ status, text }`; status 0 and the error's words where there was no answer */
  ask(process, method, path, headers, body) {
    const { hostname, port } = this.hosts[process];
    return new Promise((resolve) => {
      const failed = (error) => resolve({ status: 0, text: String(error.message) });
      try {
        const asked = http.request({ hostname, port, method, path, headers, agent: this.agent }, (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', failed);
          response.on('end', () =>
            resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString(), headers: response.headers }),
          );
        });
        asked.setTimeout(PATIENCE_MS, () => {
          const { bytesWritten, bytesRead } = asked.socket;
          const bytes = `${bytesWritten} bytes were sent on its connection, ${bytesRead} received`;
          asked.destroy(
            new Error(`it took too long: ${bytes}, the request was ${asked.writableFinished ? '' : 'not '}sent whole`),
          );
        });
        asked.on('error', failed);
        asked.end(body);
      } catch (error) {
        // Node's own client refuses to send it.
        resolve({ status: -1, text: error.message });
      }
    });
  }

  /** Sends bytes that need not be HTTP. @returns the answer within a second */
  say(process, bytes) {
    const { hostname, port } = this.hosts[process];
    return new Promise((resolve) => {
      let heard = '';
      const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
      socket.setTimeout(1_000, () => socket.destroy());
      socket.on('data', (chunk) => {
        heard += chunk;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(heard));
    });
  }

  close() {
    this.agent.destroy();
  }
}
