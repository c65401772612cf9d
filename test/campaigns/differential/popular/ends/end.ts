import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Notes one request of a client. */
export type Note = (sent: string) => void;

/** Listens on a free port of this machine, and returns it. */
export async function listening(server: HttpServer | Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Removes the values that differ each time they are sent. */
export function plain(text: string): string {
  return text
    .replaceAll(/-{2,}[\w.-]*boundary[\w.-]*/gi, '--boundary')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, 'uuid')
    .replaceAll(/\b[0-9a-f]{24}\b/g, 'oid')
    .replaceAll(/\boauth_\w+=[^&\s]*/g, 'oauth');
}

/** A connection collects what arrives until `take` finds a whole message at its beginning. */
export function messages(take: (data: Buffer) => number): (chunk: Buffer) => void {
  let data: Buffer = Buffer.alloc(0);
  return (chunk) => {
    data = Buffer.concat([data, chunk]);
    for (let used = take(data); used > 0 && data.length > 0; used = take(data)) data = data.subarray(used);
  };
}
