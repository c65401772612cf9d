import type { S3 } from '@aws-sdk/client-s3';
import type { Json, JsonObject } from '../connector.js';
import { irreversible, objectSchema, reading, reversible } from '../resource/define.js';
import {
  type Address,
  type IrreversibleOperation,
  NotCapturable,
  type ResourceOperation,
} from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { copiedObject, leftByCopy } from './copied-object.js';
import { object } from './object.js';
import { fieldsPut } from './object-fields.js';
import { bucket, copySchema, deleteManySchema, deleteSchema, name, putSchema, taggingSchema, text } from './schemas.js';
import { tagSet } from './tag-set.js';
import { answeredDeletion, answeredPut, versionIdOf } from './version.js';

const count = { type: 'integer', minimum: 1, maximum: 1000 };
const place = { Bucket: bucket, Key: name, VersionId: text };
const owner = { ExpectedBucketOwner: text };
const page = { Bucket: bucket, Prefix: text, Delimiter: text, EncodingType: text, ...owner };
const conditions = { IfMatch: text, IfNoneMatch: text, IfModifiedSince: text, IfUnmodifiedSince: text };

const ofObject = (more: object = {}) => objectSchema(['Bucket', 'Key'], { ...place, ...owner, ...more });
const ofBucket = () => objectSchema(['Bucket'], { Bucket: bucket, ...owner });

/** The reads of objects, their settings and their buckets. */
export const reads = [
  reading(
    's3.objects.get',
    ofObject({ Range: text, PartNumber: { type: 'integer', minimum: 1 }, ...conditions }),
    'Without a Range the first 180 000 bytes, with `truncated: true` where there are more; `Body` is text, or `{ "$base64" }`.',
  ),
  reading('s3.objects.head', ofObject({ Range: text, ...conditions }), 'Size, ETag, headers and metadata.'),
  reading(
    's3.objects.list',
    objectSchema(['Bucket'], { ...page, MaxKeys: count, ContinuationToken: text, StartAfter: text }),
    'By prefix, page by page.',
  ),
  reading('s3.objects.getTagging', ofObject()),
  reading('s3.objects.getAcl', ofObject()),
  reading(
    's3.objects.listVersions',
    objectSchema(['Bucket'], { ...page, MaxKeys: count, KeyMarker: text, VersionIdMarker: text }),
  ),
  reading(
    's3.uploads.list',
    objectSchema(['Bucket'], { ...page, MaxUploads: count, KeyMarker: text, UploadIdMarker: text }),
  ),
  reading(
    's3.uploads.listParts',
    objectSchema(['Bucket', 'Key', 'UploadId'], {
      ...{ Bucket: bucket, Key: name, UploadId: name, MaxParts: count, PartNumberMarker: text },
      ...owner,
    }),
  ),
  reading(
    's3.buckets.list',
    objectSchema([], { Prefix: text, MaxBuckets: count, ContinuationToken: text, BucketRegion: text }),
  ),
  reading('s3.buckets.head', ofBucket(), 'Whether the bucket is there, and its region.'),
  reading('s3.buckets.getLocation', ofBucket()),
  reading('s3.buckets.getPolicy', ofBucket()),
  reading('s3.buckets.getLifecycle', ofBucket()),
  reading('s3.buckets.getVersioning', ofBucket()),
];

/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'objects.put': 'Put object {Bucket}/{Key}',
  'objects.delete': 'Delete object {Bucket}/{Key}[ version {VersionId}]',
  'objects.deleteMany': 'Delete {Delete.Objects:size} objects in {Bucket}: {Delete.Objects}',
  'objects.copy': 'Copy {CopySource} to {Bucket}/{Key}',
  'objects.putTagging': 'Tag object {Bucket}/{Key}[ version {VersionId}]: {Tagging:text}',
  'objects.deleteTagging': 'Remove tags of {Bucket}/{Key}[ version {VersionId}]',
  'objects.putAcl': 'Set access of {Bucket}/{Key}[: {ACL}]',
  'objects.restore': 'Restore object {Bucket}/{Key}',
  'uploads.complete': 'Complete upload {UploadId} of {Bucket}/{Key}',
  'uploads.abort': 'Abort upload {UploadId} of {Bucket}/{Key}',
  'buckets.create': 'Create bucket {Bucket}',
  'buckets.delete': 'Delete bucket {Bucket}',
  'buckets.putPolicy': 'Set policy of bucket {Bucket}: {Policy:text}',
  'buckets.deletePolicy': 'Delete policy of bucket {Bucket}',
  'buckets.putLifecycle': 'Set lifecycle of bucket {Bucket}',
  'buckets.putVersioning': 'Set versioning of bucket {Bucket}: {VersioningConfiguration:text}',
  'commands.send': 'S3 {command}: {input}',
};

/** Each version of an object has an address of its own, and an operation on one cannot be undone. */
function addressOf({ Bucket, Key, VersionId }: JsonObject): Address {
  if (typeof Bucket !== 'string' || typeof Key !== 'string' || Bucket === '' || Key === '')
    throw new NotCapturable('the payload names no Bucket and Key');
  if (VersionId !== undefined && VersionId !== null)
    throw new NotCapturable('a single version is not restored after its deletion');
  return { bucket: Bucket, key: Key };
}

function addressesOf({ Bucket, Delete }: JsonObject): Address[] {
  const objects = (Delete as { Objects?: JsonObject[] } | null | undefined)?.Objects;
  if (!Array.isArray(objects)) throw new NotCapturable('the payload names no Delete.Objects');
  return objects.map(({ Key, VersionId }) => addressOf({ Bucket: Bucket ?? null, Key, VersionId } as JsonObject));
}

/** An object of its own settings that the operation does not keep. */
const REMAINS = [
  'An access list and an encryption key of its own that a replaced or deleted object had: it is restored with those of the bucket.',
];

/** HTTP tells whole seconds, and S3 keeps neither author nor client of an object. */
const SAME_SECOND =
  'The answer of the call names no version, as in a bucket without versioning: an identical object that another client put within the second of the answer is taken for that of the call.';

function tagsPut({ Tagging }: JsonObject): JsonObject {
  const set = (Tagging as { TagSet?: { Key: string; Value: string }[] } | undefined)?.TagSet ?? [];
  return Object.fromEntries(set.map(({ Key, Value }): [string, Json] => [Key, Value]));
}

const gone = (before: JsonObject | null) => Object.fromEntries(Object.keys(before ?? {}).map((name) => [name, null]));

const onTags = { kind: tagSet, effect: 'update', driftSignal: 'value of each tag' } as const;

export const operations: readonly (ResourceOperation<S3> | IrreversibleOperation)[] = [
  reversible({
    apiName: 's3.objects.put',
    operationType: 'UPDATE',
    inverse: 'PutObject of what was there, or DeleteObject of a new one',
    remains: (_, response) => (versionIdOf(objectOf(response)) === null ? [...REMAINS, SAME_SECOND] : REMAINS),
    payloadSchema: putSchema,
    notes:
      'Objects of up to 1 MB. In a bucket with versioning the versions in between stay. Access lists are not kept.',
    driftSignal: 'bytes, headers, metadata and tags; ETag when it is written',
    kind: object,
    effect: 'write',
    addresses: (payload) => {
      fieldsPut(payload);
      return [addressOf(payload)];
    },
    sets: (payload) => fieldsPut(payload),
    answered: answeredPut,
  }),
  reversible({
    apiName: 's3.objects.delete',
    operationType: 'DELETE',
    inverse: 'PutObject of what was there',
    remains: REMAINS,
    payloadSchema: deleteSchema,
    notes: 'Objects of up to 1 MB; not of a single version. Access lists are not kept.',
    driftSignal: 'whether the object is there again',
    kind: object,
    effect: 'delete',
    addresses: (payload) => [addressOf(payload)],
    answered: answeredPut,
  }),
  reversible({
    apiName: 's3.objects.deleteMany',
    operationType: 'DELETE',
    inverse: 'PutObject of each object that was there',
    remains: REMAINS,
    payloadSchema: deleteManySchema,
    notes: 'Up to 100 objects of up to 1 MB, 4 MB together; not of single versions.',
    driftSignal: 'whether an object is there again',
    kind: object,
    effect: 'delete',
    addresses: addressesOf,
    answered: (response, { key }) => answeredDeletion(response, key),
    isLeftOut: (response, { key }) => {
      const { Errors } = objectOf(response);
      return Array.isArray(Errors) && Errors.some((one) => objectOf(one).Key === key);
    },
  }),
  reversible({
    apiName: 's3.objects.copy',
    operationType: 'CREATE',
    inverse: 'DeleteObject of a new copy',
    payloadSchema: copySchema,
    notes:
      'Only to where no object was: one that a copy replaced is not brought back. A copy with another ETag than its source (of parts, or encrypted with a key of KMS) is a conflict.',
    driftSignal: 'ETag and LastModified',
    kind: copiedObject,
    effect: 'write',
    addresses: (payload) => [{ ...addressOf(payload), copySource: String(payload.CopySource) }],
    sets: (_payload, address) => ({ ETag: address?.sourceETag ?? null, LastModified: null }),
    left: leftByCopy,
    answered: answeredPut,
    fills: () => ['LastModified'],
  }),
  reversible({
    apiName: 's3.objects.putTagging',
    operationType: 'UPDATE',
    inverse: 'PutObjectTagging of the former tags',
    payloadSchema: taggingSchema(true),
    notes: 'Not of a single version.',
    ...onTags,
    addresses: (payload) => [addressOf(payload)],
    sets: (payload, _, before) => ({ ...gone(before), ...tagsPut(payload) }),
  }),
  reversible({
    apiName: 's3.objects.deleteTagging',
    operationType: 'UPDATE',
    inverse: 'PutObjectTagging of the former tags',
    payloadSchema: taggingSchema(false),
    notes: 'Not of a single version.',
    ...onTags,
    addresses: (payload) => [addressOf(payload)],
    sets: (_, __, before) => gone(before),
  }),
  irreversible('s3.objects.putAcl', 'UPDATE', 'Who could read it meanwhile may have read it.'),
  irreversible('s3.objects.restore', 'EXECUTE', 'A retrieval from an archive is paid for.'),
  irreversible('s3.uploads.complete', 'CREATE', 'The parts are not in the call: put the object in one piece.'),
  irreversible('s3.uploads.abort', 'DELETE', 'The parts that were sent are gone.'),
  irreversible('s3.buckets.create', 'CREATE', 'The name is taken from then on; delete the empty bucket.'),
  irreversible('s3.buckets.delete', 'DELETE', 'Any AWS account can take the name from then on.'),
  irreversible('s3.buckets.putPolicy', 'UPDATE', 'Who could read it meanwhile may have read it.'),
  irreversible('s3.buckets.deletePolicy', 'DELETE', 'Who could not read it may have been in need.'),
  irreversible('s3.buckets.putLifecycle', 'UPDATE', 'Expired objects are not restored.'),
  irreversible('s3.buckets.putVersioning', 'UPDATE', 'Objects overwritten without versions are not restored.'),
  irreversible(
    's3.commands.send',
    'EXECUTE',
    'Any other command that may write, parts of an upload among them: only its name is known.',
    objectSchema(['command', 'input'], { command: { type: 'string' }, input: { type: 'object' } }),
  ),
];
