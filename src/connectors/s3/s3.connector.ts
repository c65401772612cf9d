import type { S3 } from '@aws-sdk/client-s3';
import { meaningOf } from '../aws/meaning.js';
import { overAws } from '../aws/over-aws.js';
import { awsCredentialFields, awsPlaceOf, awsSettings } from '../aws/settings.js';
import type { CredentialField, Reachable } from '../connector.js';
import type { Address } from '../resource/resource.js';
import { resourceConnector } from '../resource/resource-connector.js';
import { facts } from './facts.js';
import { operations, reads, summaries } from './operations.js';
import { performing } from './perform.js';

const credentialFields: readonly CredentialField[] = [
  ...awsCredentialFields,
  {
    name: 'forcePathStyle',
    required: false,
    isPublic: true,
    description: '"false" where the server of baseUrl wants the bucket in the host name; "true" otherwise.',
  },
];

async function connect(context: Reachable) {
  const { S3 } = await import('@aws-sdk/client-s3');
  const { settings, close } = await awsSettings(context);
  const { baseUrl, forcePathStyle } = context.credentials;
  const client = new S3({
    ...settings,
    forcePathStyle: baseUrl !== undefined && baseUrl !== '' && forcePathStyle !== 'false',
    // Servers other than AWS know neither the checksums in trailers nor the wait for a 100.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    disableS3ExpressSessionAuth: true,
    useArnRegion: false,
  });
  return { client, close };
}

/** Objects and their tags in S3, or in a server that speaks its protocol. */
export const s3 = resourceConnector<S3>({
  id: 's3',
  facts,
  title: 'Amazon S3',
  verified: true,
  apiVersion: '2006-03-01',
  credentialFields,
  summaries,
  operations: [...operations, ...reads],
  isPathFree: true,
  transport: overAws('s3'),
  connect,
  performing,
  identity: {
    scopeOf: ({ bucket }) => (bucket ? { bucket } : null),
    read: createdAt,
  },
  probe,
  placeOf: awsPlaceOf,
  meaningOf,
});

/** A bucket has no id, and its name can be taken again once it was deleted. */
async function createdAt(client: S3, { bucket }: Address): Promise<string | null> {
  const { Buckets = [] } = await client.listBuckets({ Prefix: String(bucket), MaxBuckets: 1 });
  const at = Buckets.find(({ Name }) => Name === bucket)?.CreationDate;
  return at ? `created at ${at.toISOString()}` : null;
}

/** A credential for a few buckets only may not list them; S3 answers that only after it accepted the signature. */
async function probe(client: S3): Promise<void> {
  try {
    await client.listBuckets({ MaxBuckets: 1 });
  } catch (error) {
    if ((error as Error).name !== 'AccessDenied') throw error;
  }
}
