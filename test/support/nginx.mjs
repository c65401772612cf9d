import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { pathOf } from './needs.mjs';
import { eventually } from './patience.mjs';
import { removing } from './stopping.mjs';
import { startServer } from './throw-away.mjs';

/** What a package of the system configures; here all files are in the folder of this one. */
const around = (http) => `
daemon off;
pid nginx.pid;
error_log stderr warn;
worker_processes 2;
events { worker_connections 1024; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
  ${http}
}`;

/**
 * nginx with the lines of docs/how-to/behind-a-proxy.md, on 127.0.0.1, before the processes at these ports.
 * @returns {Promise<import('./nginx.mjs').Nginx>}
 */
export async function startNginx(lines, ports) {
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'));
  const [certificate, key, file] = ['backstop.pem', 'backstop.key', 'nginx.conf'].map((name) => join(directory, name));
  const subject = ['-subj', '/CN=backstop.example', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:backstop.example'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
  const [port, plainPort] = [await freePort(), await freePort()];
  const [first, second] = ports;
  const placed = (own) =>
    own
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replace('/etc/ssl/backstop.pem', certificate)
      .replace('/etc/ssl/backstop.key', key)
      .replace('10.0.0.1:3000', `127.0.0.1:${first}`)
      .replace('10.0.0.2:3000', `127.0.0.1:${second}`);
  const write = (own) => writeFileSync(file, around(placed(own)));
  write(lines);
  // Its workers keep the user of the tests, who owns the folder.
  const user = process.getuid?.() === 0 ? ['-g', 'user root;'] : [];
  const server = await startServer(pathOf('nginx'), ['-p', directory, '-c', file, ...user], port, { cwd: directory });
  const stop = async () => {
    // Killed, it would leave its workers behind.
    process.kill(server.pid, 'SIGTERM');
    await eventually(() => !server.isRunning());
    await removing(directory, server.stop)();
  };
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    certificate: readFileSync(certificate, 'utf8'),
    /** Writes other lines and reloads, as `nginx -s reload` does. */
    reload: (own) => {
      write(own);
      process.kill(server.pid, 'SIGHUP');
    },
    output: server.output,
    stop,
  };
}
