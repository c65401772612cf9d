// biome-ignore-all lint/suspicious/noExplicitAny: clients of which no types are installed.
import { END, load, type PopularClient } from './popular-client.js';

export const PROCESS_CLIENTS: readonly PopularClient[] = [
  {
    name: 'execa',
    wrapped: 'execa',
    make: async () => (await load('execa')).execa,
    uses: [
      async (execa) => (await execa(process.execPath, ['-e', sending('/by-execa')])).exitCode,
      async (execa) => (await execa`${process.execPath} -e ${sending('/by-template')}`).stdout,
    ],
  },
  {
    name: 'ssh2',
    wrapped: 'new Client()',
    callbacks: ['exec'],
    make: async ({ ports }) => {
      const { default: ssh2 } = await load('ssh2');
      const client = new ssh2.Client();
      await new Promise((resolve, reject) =>
        client
          .on('ready', resolve)
          .on('error', reject)
          .connect({ host: '127.0.0.1', port: ports.ssh, username: 'u', password: 'p' }),
      );
      return client;
    },
    uses: [
      (ssh) =>
        new Promise((resolve) =>
          ssh.exec('rm things', (error: unknown, stream: any) => {
            // A test key answers without a stream.
            if (error || typeof stream?.on !== 'function') return resolve('did not run');
            stream.on('close', (code: number) => resolve(code)).resume();
          }),
        ),
    ],
    close: (ssh) => ssh.end(),
  },
];

function sending(path: string): string {
  return `fetch('${END.url}${path}', { method: 'POST' }).then(() => console.log('sent'))`;
}
