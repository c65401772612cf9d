import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { startListening } from './listening.mjs';
import { removing } from './stopping.mjs';

/**
 * An S3 of one's own, on 127.0.0.1, with these buckets; both keys are `S3RVER`.
 * @param {readonly string[]} buckets
 * @returns {Promise<import('./s3rver.mjs').StandIn>}
 */
export async function startS3(buckets) {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-s3-'));
  const port = await freePort();
  const end = await startListening(
    's3rver/bin/s3rver.js',
    [
      ...['-d', directory, '-a', '127.0.0.1', '-p', String(port), '--no-vhost-buckets', '-s'],
      ...buckets.flatMap((bucket) => ['--configure-bucket', bucket]),
    ],
    ['--openssl-legacy-provider'],
  );
  const stop = removing(directory, end);
  return { url: `http://127.0.0.1:${port}`, stop };
}
