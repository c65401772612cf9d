import type { OpenTransport } from '../connector.js';
import type { AwsService, AwsTransport } from '../transport/transport.js';

/** Requests are signed for the service, and go only to AWS or to the server of the base URL. */
export function overAws(service: AwsService): OpenTransport<AwsTransport> {
  return async (context) => (await import('./aws-transport.js')).openAws(service, context);
}
