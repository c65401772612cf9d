import { EgressForbiddenError, resolveEgress } from '../../platform/egress.js';
import type { ConnectorContext, CredentialField } from '../connector.js';
import { NotCapturable } from '../resource/resource.js';
import { awsRequestHandler } from './request-handler.js';

const MOST_BYTES = 10_000_000;

export const awsCredentialFields: readonly CredentialField[] = [
  { name: 'accessKeyId', required: true, description: 'Of an IAM user or role made for this.' },
  { name: 'secretAccessKey', required: true, description: 'The secret that belongs to it.' },
  { name: 'sessionToken', required: false, description: 'Only with temporary credentials.' },
  { name: 'region', required: true, description: 'For example eu-central-1.' },
  { name: 'baseUrl', required: false, description: 'Of another server than AWS; https://.' },
];

/**
 * What every client of AWS is made with: the stored credential and nothing of this process's environment, and one
 * attempt only. `close` ends the connections.
 * @throws NotCapturable when the credential cannot be used
 */
export async function awsSettings({ credentials, allowedPrivateHosts, timeoutMs }: ConnectorContext) {
  const { accessKeyId, secretAccessKey, sessionToken, region, baseUrl } = credentials;
  if (!accessKeyId || !secretAccessKey || !region)
    throw new NotCapturable('the credential needs accessKeyId, secretAccessKey and region');
  const endpoint = baseUrl ? await endpointOf(baseUrl) : null;
  const { close, ...requestHandler } = awsRequestHandler({ allowedPrivateHosts, timeoutMs, maxBytes: MOST_BYTES });
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

/** A secret goes in the clear to hosts of the installation's own network alone. */
async function endpointOf(baseUrl: string): Promise<string> {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new NotCapturable('the base URL must be https://');
  if (url.protocol === 'http:' && (await isPublic(url.hostname)))
    throw new NotCapturable('the base URL must be https:// where the host is public');
  return url.href.replace(/\/$/, '');
}

async function isPublic(host: string): Promise<boolean> {
  try {
    await resolveEgress(host, []);
    return true;
  } catch (error) {
    if (error instanceof EgressForbiddenError) return false;
    throw error;
  }
}
