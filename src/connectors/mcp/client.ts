import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import type { JsonObject, Reachable } from '../connector.js';
import { fetchWithin } from '../transport/fetch.js';
import type { UpstreamServer } from './servers.js';
import { type UpstreamTool, upstreamToolOf } from './upstream-tool.js';

const MOST_TOOLS = 200;
const MOST_PAGES = 20;

/** The answers are for an agent, so that secrets are removed from them; the path of the server has no values in it. */
const OF_AGENT = { assertPath: () => undefined };

/** A connection to one MCP server. */
export class UpstreamClient {
  constructor(
    private readonly client: Client,
    private readonly timeout: number,
  ) {}

  /** The first tools that have a usable name and schema, at most 200. */
  async tools(): Promise<readonly UpstreamTool[]> {
    const found = new Map<string, UpstreamTool>();
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES && found.size < MOST_TOOLS; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const answer = await this.client.request({ method: 'tools/list', params }, { timeout: this.timeout });
      for (const listed of answer.tools) {
        const tool = upstreamToolOf(listed);
        if (tool && found.size < MOST_TOOLS && !found.has(tool.name)) found.set(tool.name, tool);
      }
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }
    return [...found.values()];
  }

  /** Null when the server does not list it. */
  async tool(name: string): Promise<UpstreamTool | null> {
    return (await this.tools()).find((tool) => tool.name === name) ?? null;
  }

  call({ name, inputSchema }: UpstreamTool, payload: JsonObject): Promise<CallToolResult> {
    const toolDefinition = { name, inputSchema: inputSchema as JsonObject & { type: 'object' } };
    return this.client.callTool({ name, arguments: payload }, { timeout: this.timeout, toolDefinition });
  }
}

/**
 * Connects for one piece of work. The client declares no abilities, so that a server that asks a person or a model of
 * ours something is refused.
 */
export async function withServer<T>(
  context: Reachable,
  { url }: UpstreamServer,
  work: (client: UpstreamClient) => Promise<T>,
): Promise<T> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const { fetch, close } = await fetchWithin({ ...context, agentCall: OF_AGENT });
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch: withoutListening(fetch) });
  const client = new Client(
    { name: 'backstop', version: '1' },
    { capabilities: {}, versionNegotiation: { mode: 'auto' }, inputRequired: { autoFulfill: false } },
  );
  try {
    await client.connect(transport, { timeout: context.timeoutMs });
    return await work(new UpstreamClient(client, context.timeoutMs));
  } finally {
    await transport.terminateSession().catch(() => undefined);
    await client.close().catch(() => undefined);
    await close();
  }
}

/** An answer is read as a whole, so a stream without an end is not opened. */
function withoutListening(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    if ((init?.method ?? 'GET') === 'GET') return new Response(null, { status: 405 });
    return fetch(input, init);
  };
}
