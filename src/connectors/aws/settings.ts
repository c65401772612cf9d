import type { ConnectorContext, CredentialField } from '../connector.js';
import { baseUrlOf } from '../resource/base-url.js';
import { NotCapturable } from '../resource/resource.js';
import { awsRequestHandler } from './request-handler.js';

const MOST_BYTES = 10_000_000;

export const awsCredentialFields: readonly CredentialField[] = [
  { name: 'accessKeyId', required: true, isPublic: true, description: 'Of an IAM user or role made for this.' },
  { name: 'secretAccessKey', required: true, description: 'The secret that belongs to it.' },
  { name: 'sessionToken', required: false, description: 'Only with temporary credentials.' },
  { name: 'region', required: true, isPublic: true, description: 'For example eu-central-1.' },
  { name: 'baseUrl', required: false, isPublic: true, description: 'Of another server than AWS; https://.' },
];

/** A region of AWS, or of the server that speaks for it. Accounts are told apart by the names of what is in them. */
export function awsPlaceOf({ region = '', baseUrl = '' }: Readonly<Record<string, string>>): string {
  return [baseUrl.replace(/\/+$/, '') || 'AWS', region].join(' ');
}

/**
 * What every client of AWS is made with: the stored credential and nothing of this process's environment, and one
 * attempt only. `close` ends the connections.
 * @throws NotCapturable when the credential cannot be used
 */
export async function awsSettings(context: ConnectorContext) {
  const { credentials } = context;
  const { accessKeyId, secretAccessKey, sessionToken, region, baseUrl } = credentials;
  if (!accessKeyId || !secretAccessKey || !region)
    throw new NotCapturable('the credential needs accessKeyId, secretAccessKey and region');
  const endpoint = baseUrl ? baseUrlOf(context, '') : null;
  const { close, ...requestHandler } = await awsRequestHandler(context, MOST_BYTES);
  return {
    close,
    settings: {
      credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
      region,
      ...(endpoint ? { endpoint } : { ignoreConfiguredEndpointUrls: true }),
      requestHandler,
      maxAttempts: 1,
      retryMode: 'standard',
      defaultsMode: 'standard' as const,
      useFipsEndpoint: false,
      useDualstackEndpoint: false,
      authSchemePreference: [],
      userAgentAppId: 'backstop',
    },
  };
}
