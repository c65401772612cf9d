import { Readable } from 'node:stream';
import type { ConnectorContext } from '../connector.js';
import type { AwsConnector, AwsRequest } from '../lines/line.js';
import { lineTo } from '../lines/line-to.js';

/** The transport that clients of AWS are given: whole answers, over a line. */
export async function awsRequestHandler(connector: AwsConnector, context: ConnectorContext) {
  const line = await lineTo(connector, context);
  const handle = async (request: AwsRequest) => {
    const { protocol, hostname, port, method, path, query, headers, body } = request;
    const sent = { protocol, hostname, method, path, headers };
    const { body: bytes, ...response } = await line.send({
      ...sent,
      ...(port && { port }),
      ...(query && { query }),
      ...(body && { body }),
    });
    return { response: { ...response, body: Readable.from([bytes]) } };
  };
  return { handle, metadata: { handlerProtocol: 'http/1.1' }, close: () => line.close() };
}
