import { objectSchema } from '../resource/define.js';

const text = { type: 'string' };
const name = { type: 'string', minLength: 1 };
const place = { Bucket: name, Key: name };
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

/** All members a PutObject may have of which the undo knows what they do. */
export const putSchema = withMembers(['Bucket', 'Key'], {
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
      'IfMatch',
      'IfNoneMatch',
    ].map((member) => [member, text]),
  ),
  ContentLength: { type: 'integer' },
  Metadata: { type: 'object', additionalProperties: text },
  ...guards,
});

export const deleteSchema = withMembers(['Bucket', 'Key'], { ...place, IfMatch: text, MFA: text, ...guards });

export const deleteManySchema = withMembers(['Bucket', 'Delete'], {
  Bucket: name,
  Delete: objectSchema(['Objects'], {
    Objects: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: objectSchema(['Key'], { Key: name, ETag: text }),
    },
    Quiet: { type: 'boolean' },
  }),
  ChecksumAlgorithm: text,
  MFA: text,
  ...guards,
});

/** What a copy brings along is told by its answer, whatever else the call says. */
export const copySchema = {
  type: 'object',
  required: ['Bucket', 'Key', 'CopySource'],
  properties: { ...place, CopySource: name },
};

export const taggingSchema = (isPut: boolean) =>
  objectSchema(isPut ? ['Bucket', 'Key', 'Tagging'] : ['Bucket', 'Key'], {
    ...place,
    ...(isPut && { Tagging: tagSet, ContentMD5: text, ChecksumAlgorithm: text }),
    ...guards,
  });

function withMembers<P extends object>(required: readonly string[], properties: P): { properties: P } {
  return { ...objectSchema(required, properties), properties };
}
