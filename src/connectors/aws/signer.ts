import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { ConnectorContext } from '../connector.js';
import { NotCapturable } from '../resource/resource.js';
import { chosenHeaders } from '../transport/access.js';
import type { AwsRequest, AwsService } from '../transport/transport.js';

/** Matches the credential scope that the AWS client wrote with the stand-in key. */
const SCOPE = /Credential=[^/]*\/\d{8}\/(?<region>[a-z0-9-]+)\/(?<service>[a-z0-9-]+)\/aws4_request/;

/** Signs requests to AWS with the stored credential (Signature Version 4). @throws NotCapturable */
export async function signerOf(service: AwsService, { credentials }: ConnectorContext) {
  const { accessKeyId, secretAccessKey, sessionToken, region } = credentials;
  if (!accessKeyId || !secretAccessKey || !region)
    throw new NotCapturable('the credential needs accessKeyId, secretAccessKey and region');
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const signer = new SignatureV4({
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    region,
    service: service,
    sha256: Sha256,
    // S3 is the only service whose paths are signed as they are sent.
    uriEscapePath: service !== 's3',
  });
  return async (request: AwsRequest, host: string): Promise<Record<string, string>> => {
    const { region: signingRegion = region, service: signingService = service } =
      SCOPE.exec(request.headers.authorization ?? '')?.groups ?? {};
    const headers: Record<string, string> = {
      ...Object.fromEntries(chosenHeaders(Object.entries(request.headers))),
      host,
    };
    delete headers['x-amz-security-token'];
    const query = Object.entries(request.query ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' && value ? [...value] : value,
    ]);
    const signed = await signer.sign(
      { ...request, headers, query: Object.fromEntries(query) },
      { signingRegion, signingService },
    );
    return signed.headers;
  };
}

/** The hash with which the signer computes. */
class Sha256 {
  private readonly hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Uint8Array);
  }

  update(data: Uint8Array): void {
    this.hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {}
}
