import { objectSchema, reading } from '../resource/define.js';
import { bucket, name, text } from './schemas.js';

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
