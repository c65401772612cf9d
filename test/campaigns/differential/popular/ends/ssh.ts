// biome-ignore-all lint/suspicious/noExplicitAny: ssh2 has no types here.
import type { Server } from 'node:net';
import type { Note } from './end.js';

/** A server of SSH that notes each command and ends it well. */
export function sshEnd(note: Note, ssh2: any): Server {
  const { private: hostKey } = ssh2.utils.generateKeyPairSync('ed25519');
  return new ssh2.Server({ hostKeys: [hostKey] }, (client: any) => {
    client.on('error', () => undefined);
    client.on('authentication', (context: any) => context.accept());
    client.on('session', (accept: any) => {
      const session = accept();
      session.on('exec', (acceptExec: any, _reject: any, { command }: { command: string }) => {
        note(`exec ${command}`);
        const stream = acceptExec();
        stream.write('done');
        stream.exit(0);
        stream.end();
      });
    });
  });
}
