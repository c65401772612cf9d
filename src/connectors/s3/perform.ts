import type { S3 } from '@aws-sdk/client-s3';
import { isConditionFailed, MOST_BODY_BYTES, methodOfCommand, sent, toInput } from '../aws/perform.js';
import type { Json, JsonObject } from '../connector.js';
import { statusOf } from '../resource/requests/trouble.js';
import { type CapturedItem, NotCapturable, type Performing } from '../resource/resource.js';

/** The method of the client that makes each operation, by its name without the connector's. */
const METHODS: Readonly<Record<string, string>> = {
  'objects.put': 'putObject',
  'objects.delete': 'deleteObject',
  'objects.deleteMany': 'deleteObjects',
  'objects.copy': 'copyObject',
  'objects.putTagging': 'putObjectTagging',
  'objects.deleteTagging': 'deleteObjectTagging',
  'objects.putAcl': 'putObjectAcl',
  'objects.restore': 'restoreObject',
  'uploads.complete': 'completeMultipartUpload',
  'uploads.abort': 'abortMultipartUpload',
  'buckets.create': 'createBucket',
  'buckets.delete': 'deleteBucket',
  'buckets.putPolicy': 'putBucketPolicy',
  'buckets.deletePolicy': 'deleteBucketPolicy',
  'buckets.putLifecycle': 'putBucketLifecycleConfiguration',
  'buckets.putVersioning': 'putBucketVersioning',
  'objects.get': 'getObject',
  'objects.head': 'headObject',
  'objects.list': 'listObjectsV2',
  'objects.getTagging': 'getObjectTagging',
  'objects.getAcl': 'getObjectAcl',
  'objects.listVersions': 'listObjectVersions',
  'uploads.list': 'listMultipartUploads',
  'uploads.listParts': 'listParts',
  'buckets.list': 'listBuckets',
  'buckets.head': 'headBucket',
  'buckets.getLocation': 'getBucketLocation',
  'buckets.getPolicy': 'getBucketPolicy',
  'buckets.getLifecycle': 'getBucketLifecycleConfiguration',
  'buckets.getVersioning': 'getBucketVersioning',
};

/** The conditions that an agent may set itself; the service adds none to these. */
const CONDITIONS = ['IfMatch', 'IfNoneMatch', 'IfMatchLastModifiedTime', 'IfMatchSize'];

/** S3 knows no idempotency keys. A put, a copy and a deletion are conditional on the ETag that was captured. */
export const performing: Performing<S3> = {
  isKeyed: false,
  // Servers other than AWS may ignore a condition.
  isConditional: ({ path, payload, captured, credentials }) =>
    !credentials.baseUrl && conditionOf(path, payload, captured) !== null,
  isOvertaken: isConditionFailed,
  call: (client, path, payload, _key, captured) => {
    if (path === 'commands.send')
      return sent(client, methodOfCommand(payload, METHODS, 's3'), toInput(payload.input ?? null));
    const input = toInput({ ...payload, ...bodyIn(payload), ...conditionOf(path, payload, captured) });
    return path === 'objects.get'
      ? firstBytes(client, input as JsonObject)
      : sent(client, METHODS[path] ?? path, input);
  },
};

function bodyIn({ Body }: JsonObject): JsonObject {
  if (typeof Body === 'object' && Body !== null && '$sha256' in Body)
    throw new NotCapturable('the payload holds a digest in place of the bytes');
  return {};
}

/** Null when S3 cannot make the call conditional on the captured state. */
function conditionOf(path: string, payload: JsonObject, captured: readonly CapturedItem[]): JsonObject | null {
  if (captured.length === 0 || CONDITIONS.some((name) => name in payload)) return null;
  const [version = null] = captured.map(({ reading }) => reading?.version ?? null);
  if (path === 'objects.put' || path === 'objects.copy')
    return version === null ? { IfNoneMatch: '*' } : { IfMatch: version };
  if (path === 'objects.delete') return version === null ? null : { IfMatch: version };
  return null;
}

/** The beginning of an object, unless the call names a part of it. */
async function firstBytes(client: S3, input: JsonObject): Promise<Json> {
  if ('Range' in input || 'PartNumber' in input) return sent(client, 'getObject', input);
  try {
    const range = { Range: `bytes=0-${MOST_BODY_BYTES - 1}` };
    const answer = (await sent(client, 'getObject', { ...input, ...range })) as JsonObject;
    const whole = Number(/\/(\d+)$/.exec(String(answer.ContentRange))?.[1] ?? 0);
    return whole > MOST_BODY_BYTES ? { ...answer, truncated: true } : answer;
  } catch (error) {
    // An empty object has no first byte.
    if (statusOf(error) !== 416) throw error;
    return sent(client, 'getObject', input);
  }
}
