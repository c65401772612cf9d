import { awsCredentialFields, awsSettings } from '../aws/settings.js';
import type { CredentialField, Reachable } from '../connector.js';

export const credentialFields: readonly CredentialField[] = [
  ...awsCredentialFields,
  {
    name: 'forcePathStyle',
    required: false,
    isPublic: true,
    description: '"false" where the server of baseUrl wants the bucket in the host name; "true" otherwise.',
  },
];

export async function connect(context: Reachable) {
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
