import type { CredentialField, Reachable } from '../connector.js';
import { baseUrlOf } from '../resource/requests/base-url.js';
import { awsRequestHandler } from './request-handler.js';

/** The AWS client signs with these stand-in keys; the service signs the request again with the stored keys. */
const NO_KEY = { accessKeyId: 'kept-by-the-service', secretAccessKey: 'kept-by-the-service' };

export const awsCredentialFields: readonly CredentialField[] = [
  { name: 'accessKeyId', required: true, isPublic: true, description: 'Of an IAM user or role made for this.' },
  { name: 'secretAccessKey', required: true, description: 'The secret that belongs to it.' },
  { name: 'sessionToken', required: false, description: 'Only with temporary credentials.' },
  { name: 'region', required: true, isPublic: true, description: 'For example eu-central-1.' },
  { name: 'baseUrl', required: false, isPublic: true, description: 'Of another server than AWS; https://.' },
];

/** A region of AWS, or of the server that speaks for it. Accounts are distinguished by the names of their contents. */
export function awsPlaceOf({ region = '', baseUrl = '' }: Readonly<Record<string, string>>): string {
  return [baseUrl.replace(/\/+$/, '') || 'AWS', region].join(' ');
}

/**
 * The settings of every AWS client: nothing from this process's environment, and one attempt only. `close` ends the
 * connections.
 * @throws NotCapturable when the credential cannot be used
 */
export async function awsSettings(context: Reachable) {
  const { close, ...requestHandler } = await awsRequestHandler(context);
  const { region = '', baseUrl } = context.credentials;
  const endpoint = baseUrl ? baseUrlOf(context, '') : null;
  return {
    close,
    settings: {
      credentials: NO_KEY,
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
