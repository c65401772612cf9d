import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ProxyOptions } from './arguments.js';

const LARGEST_MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * Opens the transport to the server as the client would reach it. The server receives none of Backstop's own settings
 * or keys.
 */
export function serverTransport({ server, authorization }: ProxyOptions): Transport {
  if ('url' in server) {
    const requestInit = authorization === null ? {} : { requestInit: { headers: { authorization } } };
    return new StreamableHTTPClientTransport(new URL(server.url), requestInit);
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
