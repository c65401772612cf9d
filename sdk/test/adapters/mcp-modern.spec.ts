import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { eventually } from '../../../test/support/patience.mjs';
import { said, tool, Upstream } from '../../../test/support/upstream.js';
import { atTheEnd, newDirectory, newSetting, PROXY, type Setting, text } from '../support/mcp.js';

const SERVER = fileURLToPath(new URL('../support/modern-server.mjs', import.meta.url));

/** The official client, which speaks protocol 2026-07-28 and nothing older, in front of the proxy. */
async function connect(setting: Setting, args: readonly string[]) {
  const client = new Client(
    { name: 'modern', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept' as const, content: { sure: true } }));
  const env = setting.environment();
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROXY, ...args], env }));
  atTheEnd(() => client.close());
  return client;
}

async function withProgram(options: readonly string[] = []) {
  const setting = await newSetting();
  const file = join(newDirectory(), 'acts');
  writeFileSync(file, '');
  const client = await connect(setting, [...options, '--', process.execPath, '--no-warnings', SERVER, file]);
  return { setting, client, acts: () => readFileSync(file, 'utf8') };
}

async function withUpstream(options: readonly string[] = []) {
  const setting = await newSetting();
  const upstream = await new Upstream().start();
  atTheEnd(upstream.stop);
  return { setting, upstream, connect: () => connect(setting, [...options, '--url', upstream.url]) };
}

describe('a server of protocol 2026-07-28 behind backstop-mcp', () => {
  it('is called by a client of that protocol, with its structured content and links as they are', async () => {
    const { setting, client, acts } = await withProgram();
    expect((await client.listTools()).tools).toMatchObject([{ name: 'note', outputSchema: {} }, { name: 'deploy' }]);
    expect(await client.callTool({ name: 'note', arguments: { text: 'one' } })).toMatchObject({
      content: [
        { type: 'text', text: 'noted one' },
        { type: 'resource_link', uri: 'file:///notes.txt' },
      ],
      structuredContent: { noted: 'one' },
    });
    expect(acts()).toBe('one\n');
    expect(await setting.actions()).toMatchObject([
      { apiName: 'mcp.note', payload: { text: 'one' }, status: 'SUCCESS', response: { structuredContent: {} } },
    ]);
    await setting.policy('mcp.note', 'BLOCK');
    const refused = await client.callTool({ name: 'note', arguments: { text: 'two' } });
    expect(text(refused)).toContain('Blocked by policy');
    expect(acts()).toBe('one\n');
  });

  it('asks its client a question in the middle of a call, which is one call of the ledger', async () => {
    const { setting, client, acts } = await withProgram(['--hold', 'deploy']);
    const calling = client.callTool({ name: 'deploy', arguments: { to: 'production' } });
    await setting.approve();
    expect(text(await calling)).toBe('deployed to production');
    expect(acts()).toBe('deployed to production\n');
    expect(await setting.actions()).toMatchObject([
      { apiName: 'mcp.deploy', status: 'SUCCESS', response: { content: [{ text: 'deployed to production' }] } },
    ]);
    expect((await setting.operator.get('/approvals')).body.data).toEqual([]);
  });

  it('learns over HTTP that its client cancelled a call that runs', async () => {
    const { setting, upstream, connect } = await withUpstream(['--no-hold']);
    upstream.tools = [tool('slow')];
    let cancelled = false;
    upstream.calling = (_name, _given, { mcpReq: { signal } }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          cancelled = true;
          resolve(said('late'));
        });
      });
    const client = await connect();
    const abort = new AbortController();
    const calling = client.callTool({ name: 'slow', arguments: {} }, { signal: abort.signal }).catch(() => 'aborted');
    await eventually(() => upstream.called.length === 1);
    abort.abort();
    expect(await calling).toBe('aborted');
    expect(await eventually(() => cancelled, Boolean)).toBe(true);
    expect(await eventually(setting.actions, ([first]) => first?.status !== 'CLEARED')).toMatchObject([
      { status: 'UNKNOWN', response: { error: { message: expect.stringContaining('what it did is not known') } } },
    ]);
  });

  it('that ends the stream in the middle of a call leaves it UNKNOWN, and its client with an answer', async () => {
    const { setting, upstream, connect } = await withUpstream(['--no-hold']);
    upstream.tools = [tool('slow')];
    const client = await connect();
    await client.listTools();
    upstream.instead = ({ body }, reply) => {
      if (!String(body).includes('tools/call')) return false;
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).end(': begun\n\n');
      return true;
    };
    const calling = client.callTool({ name: 'slow', arguments: {} });
    await expect(calling).rejects.toThrow('The server ended the stream without an answer.');
    expect(await setting.actions()).toMatchObject([{ apiName: 'mcp.slow', status: 'UNKNOWN' }]);
  });

  it('is judged by the tools that it lists now, and no longer by the former ones', async () => {
    const { setting, upstream, connect } = await withUpstream(['--trust-annotations']);
    upstream.tools = [tool('look', { annotations: { readOnlyHint: true } })];
    const client = await connect();
    await client.callTool({ name: 'look', arguments: {} });
    expect(await setting.sessions()).toEqual([]);
    upstream.tools = [tool('look', { annotations: { readOnlyHint: false, destructiveHint: true } })];
    await client.listTools(undefined, { cacheMode: 'refresh' });
    const calling = client.callTool({ name: 'look', arguments: {} });
    await setting.approve();
    expect(text(await calling)).toBe('look is done');
    expect(await setting.actions()).toMatchObject([{ apiName: 'mcp.look', status: 'SUCCESS' }]);
  });
});
