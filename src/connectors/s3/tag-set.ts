import type { S3 } from '@aws-sdk/client-s3';
import type { JsonObject } from '../connector.js';
import type { Address, ResourceKind, Undoing } from '../resource/resource.js';
import { objectLabel, placeOf } from './place.js';

/**
 * The tags by name.
 * @throws the client's errors, also when the object is gone
 */
export async function readTags(client: S3, address: Address): Promise<JsonObject> {
  const { TagSet = [] } = await client.getObjectTagging(placeOf(address));
  return Object.fromEntries(TagSet.map(({ Key, Value }) => [String(Key), String(Value)]));
}

/** The tags of an object, each a field of its own: the others may belong to other clients. */
export const tagSet: ResourceKind<S3> = {
  name: 'tags',
  label: (address) => `tags of ${objectLabel(address)}`,
  read: async (client, address) => ({ fields: await readTags(client, address) }),
  write: {
    describe: (address, tags) => `PutObjectTagging ${objectLabel(address)} ${JSON.stringify(tags)}`,
    run: (client, address, tags, { now }) => write(client, address, tags, now),
  },
};

async function write(client: S3, address: Address, tags: JsonObject, now: Undoing['now']): Promise<undefined> {
  const wanted = Object.entries({ ...now?.fields, ...tags }).filter(([, value]) => value !== null);
  const TagSet = wanted.map(([Key, Value]) => ({ Key, Value: String(Value) }));
  await client.putObjectTagging({ ...placeOf(address), Tagging: { TagSet } });
  return undefined;
}
