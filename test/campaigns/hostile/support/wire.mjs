import http from 'node:http';
import { connect } from 'node:net';
import { patience } from '../../../support/patience.mjs';

const PATIENCE_MS = patience(12_000);
/** The time in which this process got no processor is not the service's: only looks that did happen count. */
const LOOKS_EVERY_MS = 500;
const LOOKS = Math.ceil(PATIENCE_MS / LOOKS_EVERY_MS);

/** Requests as they are: no client in between that would tidy up a path or a body. */
export class Wire {
  constructor(urls, atOnce) {
    this.agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
    this.hosts = urls.map((url) => new URL(url));
    this.unanswered = new Map();
    this.looking = setInterval(() => this.look(), LOOKS_EVERY_MS);
  }

  /** Gives up requests that were looked at too often. An answer that has arrived by now is read before. */
  look() {
    for (const [asked, looks] of this.unanswered) {
      this.unanswered.set(asked, looks + 1);
      if (looks >= LOOKS) setImmediate(() => this.unanswered.has(asked) && asked.destroy(new Error(late(asked))));
    }
  }

  /** @returns `{ status, text }`; status 0 and the error's words where there was no answer */
  ask(process, method, path, headers, body) {
    const { hostname, port } = this.hosts[process];
    return new Promise((resolve) => {
      let asked;
      const done = (answer) => {
        this.unanswered.delete(asked);
        resolve(answer);
      };
      const failed = (error) => done({ status: 0, text: String(error.message) });
      try {
        asked = http.request({ hostname, port, method, path, headers, agent: this.agent }, (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', failed);
          response.on('end', () =>
            done({ status: response.statusCode, text: Buffer.concat(chunks).toString(), headers: response.headers }),
          );
        });
        this.unanswered.set(asked, 0);
        asked.on('error', failed);
        asked.end(body);
      } catch (error) {
        // Node's own client refuses to send it.
        done({ status: -1, text: error.message });
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
    clearInterval(this.looking);
    this.agent.destroy();
  }
}

function late(asked) {
  const { bytesWritten = 0, bytesRead = 0 } = asked.socket ?? {};
  const bytes = `${bytesWritten} bytes were sent on its connection, ${bytesRead} received`;
  return `it took too long: ${bytes}, the request was ${asked.writableFinished ? '' : 'not '}sent whole`;
}
