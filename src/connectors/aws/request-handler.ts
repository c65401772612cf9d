import { Readable } from 'node:stream';
import type { Reachable } from '../connector.js';
import type { AwsRequest, AwsTransport } from '../transport/transport.js';

/** The handler of requests that clients of AWS are given; its answers are whole. */
export async function awsRequestHandler(context: Reachable) {
  const transport = (await context.openTransport()) as AwsTransport;
  const handle = async (request: AwsRequest) => {
    const { protocol, hostname, port, method, path, query, headers, body } = request;
    const sent = { protocol, hostname, method, path, headers };
    const { body: bytes, ...response } = await transport.send({
      ...sent,
      ...(port && { port }),
      ...(query && { query }),
      ...(body && { body }),
    });
    return { response: { ...response, body: Readable.from([bytes]) } };
  };
  return { handle, metadata: { handlerProtocol: 'http/1.1' }, close: () => transport.close() };
}
