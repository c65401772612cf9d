import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { JsonObject } from '../../../src/connectors/connector.js';
import type { Trip } from '../../../src/connectors/connector.testkit.js';
import { PRECISION_MS } from '../../../src/connectors/resource/requests/clock.js';
import { s3 as connector } from '../../../src/connectors/s3/s3.connector.js';
import { onS3 } from '../../campaigns/hostile/support/claims/s3.js';
import { unique } from '../../support/client.js';
import { contextWith } from '../../support/google.js';
import { eventually } from '../../support/patience.mjs';
import { startS3 } from '../../support/s3rver.mjs';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

const Bucket = 'invoices';

/** Objects of S3 in s3rver: besides the bytes, another client changes their tags. */
export async function s3(): Promise<Subject> {
  const server = await startS3([Bucket]);
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const credentials = { ...keys, region: 'us-east-1', baseUrl: server.url };
  const client = new S3Client({ endpoint: server.url, region: 'us-east-1', forcePathStyle: true, credentials: keys });
  const context = contextWith(credentials);
  const place = () => {
    const Key = unique('object');
    const at = { Bucket, Key };
    const state = async () => {
      const found = await client.send(new GetObjectCommand(at)).catch(() => null);
      if (!found) return null;
      const { TagSet } = await client.send(new GetObjectTaggingCommand(at));
      return { text: await found.Body?.transformToString(), note: found.Metadata?.note, tags: TagSet ?? [] };
    };
    const lastModified = async () => (await client.send(new GetObjectCommand(at))).LastModified?.getTime() ?? 0;
    const trip = (verb: string, payload: object, act: () => Promise<unknown>): Trip => ({
      ...{ connector, context, apiName: `s3.objects.${verb}`, payload: payload as JsonObject, act, state },
    });
    const put = (Body: string) => client.send(new PutObjectCommand({ ...at, Body }));
    return {
      ...{ state, put },
      /** Until the time of it is one that the call cannot have left. */
      again: async (Body: string) => {
        const ofCall = await lastModified();
        const once = async () => {
          await put(Body);
          return lastModified();
        };
        await eventually(once, (time) => time > ofCall + 2 * PRECISION_MS);
      },
      change: (Body: string) => trip('put', { ...at, Body }, () => put(Body)),
      tag: (Value: string) =>
        client.send(new PutObjectTaggingCommand({ ...at, Tagging: { TagSet: [{ Key: 'note', Value }] } })),
      /** Puts the same bytes with metadata. */
      note: (value: string) => client.send(new PutObjectCommand({ ...at, Body: 'a', Metadata: { note: value } })),
      remove: () => trip('delete', at, () => client.send(new DeleteObjectCommand(at))),
      drop: () => client.send(new DeleteObjectCommand(at)),
    };
  };

  return {
    name: 's3',
    context,
    isBlind: true,
    mayPutAgain: true,
    elsewhere: { ...credentials, region: 'eu-central-1' },
    stop: async () => {
      client.destroy();
      await server.stop();
    },
    newThing: async () => {
      const { state, put, change, tag, remove, drop, again } = place();
      await put('a');
      return { state, change, remove, drop, again, set: put, setOther: tag };
    },
    newAbsent: async () => {
      const { state, change, note, remove } = place();
      return { state, make: () => change('a'), add: () => note('b'), remove };
    },
  };
}

export const world: World = { places: [{ name: 's3', open: s3 }], claims: onS3 };
