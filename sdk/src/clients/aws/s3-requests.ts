import type { JsonObject } from '../../json.js';
import { decoded } from '../addresses.js';
import type { BuiltRequest } from './aws.js';

/**
 * The properties that distinguish the request of a command from all others: RFC 9110's method, the addressed resource,
 * and its part.
 */
interface Shape {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly of: 'object' | 'bucket';
  /** The part that the query names; without one it is the object or the bucket itself. */
  readonly part?: string;
  readonly copies?: boolean;
}

/** The shape of each command that has an operation of its own. */
const SHAPES: Readonly<Record<string, Shape>> = {
  PutObject: { method: 'PUT', of: 'object' },
  CopyObject: { method: 'PUT', of: 'object', copies: true },
  DeleteObject: { method: 'DELETE', of: 'object' },
  DeleteObjects: { method: 'POST', of: 'bucket', part: 'delete' },
  PutObjectTagging: { method: 'PUT', of: 'object', part: 'tagging' },
  DeleteObjectTagging: { method: 'DELETE', of: 'object', part: 'tagging' },
  PutObjectAcl: { method: 'PUT', of: 'object', part: 'acl' },
  RestoreObject: { method: 'POST', of: 'object', part: 'restore' },
  CompleteMultipartUpload: { method: 'POST', of: 'object', part: 'uploadId' },
  AbortMultipartUpload: { method: 'DELETE', of: 'object', part: 'uploadId' },
  CreateBucket: { method: 'PUT', of: 'bucket' },
  DeleteBucket: { method: 'DELETE', of: 'bucket' },
  PutBucketPolicy: { method: 'PUT', of: 'bucket', part: 'policy' },
  DeleteBucketPolicy: { method: 'DELETE', of: 'bucket', part: 'policy' },
  PutBucketLifecycleConfiguration: { method: 'PUT', of: 'bucket', part: 'lifecycle' },
  PutBucketVersioning: { method: 'PUT', of: 'bucket', part: 'versioning' },
};

/** All parts that a query of S3 may name. A request without one of these writes an object or a bucket. */
const PARTS = new Set(
  `abac accelerate acl analytics annotation cors delete encryption intelligent-tiering inventory legal-hold lifecycle
  logging metadataAnnotationTable metadataConfiguration metadataInventoryTable metadataJournalTable metadataTable metrics
  notification object-lock ownershipControls partNumber policy publicAccessBlock renameObject replication requestPayment
  restore retention tagging uploadId uploads versioning website`.split(/\s+/),
);

/**
 * Tells whether a request belongs to the requested command. A command with an operation of its own sends that request
 * alone, to the key of its input; the others send none that such a command sends.
 */
export function isRequestOf(command: string, request: BuiltRequest, input: JsonObject): boolean {
  if (command === 'WriteGetObjectResponse') return true;
  const shape = Object.hasOwn(SHAPES, command) ? SHAPES[command] : undefined;
  if (shape) return fits(shape, request, input) && (shape.of === 'bucket' || reachesKey(request, input));
  const hasPart = Object.keys(request.query).some((name) => PARTS.has(name));
  return hasPart && !Object.values(SHAPES).some((other) => fits(other, request, input));
}

function fits({ method, of, part, copies = false }: Shape, request: BuiltRequest, input: JsonObject): boolean {
  const parts = Object.keys(request.query).filter((name) => PARTS.has(name));
  return (
    request.method === method &&
    addressed(request, input) === of &&
    parts.length === (part === undefined ? 0 : 1) &&
    parts[0] === part &&
    'x-amz-copy-source' in request.headers === copies
  );
}

/** The bucket is the first step of the path, or is named by the host. */
function addressed({ hostname, path }: BuiltRequest, { Bucket }: JsonObject): 'object' | 'bucket' {
  const [first, ...rest] = decoded(path).replace(/^\//, '').split('/');
  const isInPath = first === Bucket && !hostname.startsWith(`${Bucket}.`);
  const key = isInPath ? rest.join('/') : [first, ...rest].join('/');
  return key === '' ? 'bucket' : 'object';
}

const reachesKey = ({ path }: BuiltRequest, { Key }: JsonObject): boolean => decoded(path).endsWith(`/${Key}`);
