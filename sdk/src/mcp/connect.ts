import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ProxyOptions } from './arguments.js';

const LARGEST_MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * Opens the transport to the server as the client would reach it. The server receives none of Backstop's own settings
 * or keys.
 */
export function serverTransport({ server, authorization }: ProxyOptions): Transport {
  if ('url' in server) {
    const requestInit = authorization === null ? {} : { requestInit: { headers: { authorization } } };
    return new StreamableHTTPClientTransport(new URL(server.url), requestInit) as Transport;
  }
  const env = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('BACKSTOP_') && name !== 'MCP_AUTHORIZATION',
  );
  return new StdioClientTransport({
    command: server.command,
    args: [...server.args],
    env: Object.fromEntries(env.map(([name, value]) => [name, value ?? ''])),
    stderr: 'inherit',
    maxBufferSize: LARGEST_MESSAGE_BYTES,
  });
}
