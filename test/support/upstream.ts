import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { freePort } from './free-port.mjs';
import { type Asked, Listener } from './listener.js';
import { eventually } from './patience.mjs';

export type Calling = (name: string, given: object, context: ServerContext) => Promise<CallToolResult> | CallToolResult;

export const tool = (name: string, more: object = {}): Tool =>
  ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' }, ...more }) as Tool;
export const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** An MCP server made with the official package. A test changes its tools, and may answer a request in its place. */
export class Upstream {
  tools: Tool[] = [];
  /** The calls that reached a tool. */
  called: { name: string; given: object }[] = [];
  calling: Calling = (name) => said(`${name} is done`);
  /** Answers a request of HTTP instead of the official package, if it returns true. */
  instead: (asked: Asked, reply: ServerResponse) => boolean = () => false;
  readonly listener = new Listener((asked, reply) => this.answer(asked, reply));
  url = '';
  private readonly handler = createMcpHandler(() => this.server());

  async start(): Promise<this> {
    this.url = `${await this.listener.start()}/mcp`;
    return this;
  }

  stop = () => this.listener.stop();

  /** The values of the header that the server was sent. */
  authorizations = () => [...new Set(this.listener.asked.map(({ headers }) => headers.authorization))];

  private async answer(asked: Asked, reply: ServerResponse): Promise<void> {
    if (this.instead(asked, reply)) return;
    const { method, headers, body } = asked;
    const abort = new AbortController();
    reply.once('close', () => abort.abort());
    const request = new Request(this.url, {
      method,
      signal: abort.signal,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      ...(method === 'POST' && { body }),
    });
    const answer = await this.handler.fetch(request);
    reply.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const part of answer.body ?? []) reply.write(part);
    reply.end();
  }

  private server(): Server {
    const server = new Server({ name: 'upstream', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', async () => ({ tools: this.tools }));
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }, context) => {
      this.called.push({ name, given });
      return this.calling(name, given, context);
    });
    return server;
  }
}

/** The reference server of the protocol, as a process of its own. */
export async function startEverything(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const program = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';
  const child = spawn(process.execPath, [program, 'streamableHttp'], { env: { PORT: String(port) }, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/mcp`;
  await eventually(() => fetch(url).catch(() => null));
  return {
    url,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
