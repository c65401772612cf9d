import { objectSchema } from '../resource/define.js';

export const text = { type: 'string' };
export const name = { type: 'string', minLength: 1 };
/** No ARN, which may lead to another account or region, and no path. */
export const bucket = { type: 'string', pattern: '^(?!.*\\.\\.)[A-Za-z0-9]([\\w.-]{0,253}[A-Za-z0-9])?$' };
const place = { Bucket: bucket, Key: name };
const guards = { ExpectedBucketOwner: text, RequestPayer: text };
const tagSet = objectSchema(['TagSet'], {
  TagSet: { type: 'array', items: objectSchema(['Key', 'Value'], { Key: text, Value: text }), maxItems: 10 },
});

const body = {
  anyOf: [
    text,
    objectSchema(['$base64'], { $base64: { type: 'string', contentEncoding: 'base64' } }),
    objectSchema(['$sha256'], { $sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' }, $size: { type: 'integer' } }),
  ],
};

/** The members of a PutObject whose effect the undo knows. */
export const putSchema = objectSchema(['Bucket', 'Key'], {
  ...place,
  Body: body,
  ...Object.fromEntries(
    [
      'CacheControl',
      'ContentDisposition',
      'ContentEncoding',
      'ContentLanguage',
      'ContentMD5',
      'ContentType',
      'Expires',
      'StorageClass',
      'Tagging',
      'WebsiteRedirectLocation',
      'ChecksumAlgorithm',
      'ChecksumCRC32',
      'ChecksumCRC32C',
      'ChecksumCRC64NVME',
      'ChecksumSHA1',
      'ChecksumSHA256',
      'ChecksumSHA512',
      'ChecksumMD5',
      'ChecksumXXHASH64',
      'ChecksumXXHASH3',
      'ChecksumXXHASH128',
      'IfMatch',
      'IfNoneMatch',
    ].map((member) => [member, text]),
  ),
  ContentLength: { type: 'integer' },
  Metadata: { type: 'object', additionalProperties: text },
  ...guards,
});

export const deleteSchema = objectSchema(['Bucket', 'Key'], {
  ...place,
  IfMatch: text,
  IfMatchLastModifiedTime: text,
  IfMatchSize: { type: 'integer' },
  MFA: text,
  BypassGovernanceRetention: { type: 'boolean' },
  // The reader refuses it, because a deleted single version cannot be restored.
  VersionId: {},
  ...guards,
});

export const deleteManySchema = objectSchema(['Bucket', 'Delete'], {
  Bucket: bucket,
  Delete: objectSchema(['Objects'], {
    Objects: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: objectSchema(['Key'], {
        Key: name,
        ETag: text,
        LastModifiedTime: text,
        Size: { type: 'integer' },
        VersionId: {},
      }),
    },
    Quiet: { type: 'boolean' },
  }),
  ChecksumAlgorithm: text,
  MFA: text,
  BypassGovernanceRetention: { type: 'boolean' },
  ...guards,
});

/**
 * The answer shows the members that a copy takes over, and they go with the new object; a lock is refused because it
 * would keep the object.
 */
export const copySchema = objectSchema(['Bucket', 'Key', 'CopySource'], {
  ...place,
  CopySource: name,
  Metadata: { type: 'object', additionalProperties: text },
  BucketKeyEnabled: { type: 'boolean' },
  ...Object.fromEntries(
    [
      ...['ACL', 'GrantFullControl', 'GrantRead', 'GrantReadACP', 'GrantWriteACP'],
      ...['CacheControl', 'ContentDisposition', 'ContentEncoding', 'ContentLanguage', 'ContentType', 'Expires'],
      ...['CopySourceIfMatch', 'CopySourceIfModifiedSince', 'CopySourceIfNoneMatch', 'CopySourceIfUnmodifiedSince'],
      ...[
        'IfMatch',
        'IfNoneMatch',
        'ChecksumAlgorithm',
        'MetadataDirective',
        'TaggingDirective',
        'AnnotationDirective',
      ],
      ...['ServerSideEncryption', 'SSEKMSKeyId', 'SSEKMSEncryptionContext', 'StorageClass', 'Tagging'],
      ...['SSECustomerAlgorithm', 'SSECustomerKey', 'SSECustomerKeyMD5'],
      ...['CopySourceSSECustomerAlgorithm', 'CopySourceSSECustomerKey', 'CopySourceSSECustomerKeyMD5'],
      ...['WebsiteRedirectLocation', 'ExpectedSourceBucketOwner'],
    ].map((member) => [member, text]),
  ),
  ...guards,
});

export const taggingSchema = (isPut: boolean) =>
  objectSchema(isPut ? ['Bucket', 'Key', 'Tagging'] : ['Bucket', 'Key'], {
    ...place,
    ...(isPut && { Tagging: tagSet, ContentMD5: text, ChecksumAlgorithm: text }),
    VersionId: {},
    ...(isPut ? guards : { ExpectedBucketOwner: text }),
  });
