import { CopyObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { unique } from '../../../../support/client.js';
import { contextWith } from '../../../../support/google.js';
import { startS3 } from '../../../../support/s3rver.mjs';
import { type Stage } from './stage.js';

export async function onS3(): Promise<Stage> {
  const Bucket = 'invoices';
  const server = await startS3([Bucket]);
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const client = new S3Client({ endpoint: server.url, region: 'us-east-1', forcePathStyle: true, credentials });
  return {
    context: contextWith({ ...credentials, region: 'us-east-1', baseUrl: server.url }),
    stop: async () => {
      client.destroy();
      await server.stop();
    },
    claims: {
      's3.objects.copy': async () => {
        const [source, Key] = [unique('source'), unique('copy')];
        await client.send(new PutObjectCommand({ Bucket, Key: source, Body: 'the same' }));
        const payload = { Bucket, Key, CopySource: `${Bucket}/${source}` };
        return {
          payload,
          make: () => client.send(new CopyObjectCommand(payload)),
          isNamed: true,
          state: async () => {
            const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch(() => null);
            return found?.Body?.transformToString() ?? null;
          },
          makeMore: async () => {
            await client.send(new PutObjectCommand({ Bucket, Key, Body: 'of a person' }));
            const { ETag, LastModified } = await client.send(new GetObjectCommand({ Bucket, Key }));
            return { CopyObjectResult: { ETag, LastModified } };
          },
        };
      },
    },
  };
}
