import { readsByMethod } from '../../method-client/reading.js';
import { awsClient } from './aws.js';
import { isRequestOf } from './s3-requests.js';

/** Operations that a command does to objects besides its own. */
const COVERED: Readonly<Record<string, readonly string[]>> = {
  DeleteObjects: ['objects.delete'],
  CopyObject: ['objects.put'],
  CompleteMultipartUpload: ['objects.put'],
  RenameObject: ['objects.put', 'objects.delete'],
  // A lifecycle may let objects expire.
  PutBucketLifecycleConfiguration: ['objects.delete'],
};

const COMMANDS: Readonly<Record<string, string>> = {
  PutObject: 'objects.put',
  DeleteObject: 'objects.delete',
  DeleteObjects: 'objects.deleteMany',
  CopyObject: 'objects.copy',
  PutObjectTagging: 'objects.putTagging',
  DeleteObjectTagging: 'objects.deleteTagging',
  PutObjectAcl: 'objects.putAcl',
  RestoreObject: 'objects.restore',
  CompleteMultipartUpload: 'uploads.complete',
  AbortMultipartUpload: 'uploads.abort',
  CreateBucket: 'buckets.create',
  DeleteBucket: 'buckets.delete',
  PutBucketPolicy: 'buckets.putPolicy',
  DeleteBucketPolicy: 'buckets.deletePolicy',
  PutBucketLifecycleConfiguration: 'buckets.putLifecycle',
  PutBucketVersioning: 'buckets.putVersioning',
};

/** `S3Client` and `S3` of `@aws-sdk/client-s3`. */
export const s3 = awsClient({
  id: 's3',
  expects: 'an S3Client or S3 of @aws-sdk/client-s3',
  serviceId: 'S3',
  reading: /^(Get|Head|List|SelectObjectContent$)/,
  isRead: ({ method, headers, query }) =>
    readsByMethod({ method, path: '', headers, parameters: query }) || (method === 'POST' && 'select-type' in query),
  commands: COMMANDS,
  isOf: isRequestOf,
  mayDo: (command) => COVERED[command] ?? [],
  isIdempotent: (command) => (command === 'CopyObject' ? true : undefined),
  simulate: (command, { Bucket, Key, Delete }, actionId) => {
    const ETag = `"simulated_${actionId}"`;
    switch (command) {
      case 'PutObject':
      case 'UploadPart':
        return { ETag };
      case 'CopyObject':
        return { CopyObjectResult: { ETag, LastModified: new Date() } };
      case 'DeleteObjects':
        return { Deleted: (Delete as { Objects?: unknown } | undefined)?.Objects ?? [] };
      case 'CreateMultipartUpload':
        return { Bucket, Key, UploadId: `simulated_${actionId}` };
      case 'CompleteMultipartUpload':
        return { Bucket, Key, ETag };
      default:
        return {};
    }
  },
});
