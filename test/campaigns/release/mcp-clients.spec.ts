import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { newOrganization, type Organization } from '../../support/client.js';
import { Listener } from '../../support/listener.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { said, tool, Upstream } from '../../support/upstream.js';

const run = promisify(execFile);
const HOME = resolve('test/stand-ins/mcp');
/** The conformance suite needs a newer Node than the service. */
const NEWER_NODE = resolve('test/stand-ins/node_modules/node-22/bin/node');

/** The scenarios about what the service offers. The others ask for fixed tools, prompts or resources, which it has not. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

let own: OwnDatabase;
let service: ServiceProcess;
let organization: Organization;
let url: string;
const upstream = new Upstream();
/** It adds the API key, which the conformance suite cannot send. */
const keyed = new Listener(({ method, path, headers, body }, reply) => {
  const authorization = `Bearer ${organization.agent.credential}`;
  const asked = request(new URL(path, service.url), { method, headers: { ...headers, authorization } }, (answer) => {
    reply.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(reply);
  });
  reply.on('close', () => asked.destroy());
  asked.on('error', () => reply.destroy()).end(body);
});
beforeAll(async () => {
  own = await newOwnDatabase();
  url = await keyed.start();
  service = await startService({ DATABASE_URL: own.serviceUrl, PUBLIC_URL: url });
  organization = await newOrganization(service);
  await upstream.start();
  upstream.tools = [tool('echo', { inputSchema: { type: 'object', properties: { message: { type: 'string' } } } })];
  upstream.calling = (_, given) => said(`Echo: ${(given as { message: string }).message}`);
  const values = { servers: JSON.stringify({ up: { url: upstream.url } }) };
  await organization.operator.put('/settings/credentials/mcp', { values, agentOperations: ['mcp.up.*'] });
});
afterAll(async () => {
  await Promise.all([service.stop(), upstream.stop(), keyed.stop()]);
  await own.drop();
});

describe('An MCP client', () => {
  it.each(['langchain', 'ai-sdk', 'openai-agents'])('of %s lists the tools and calls one', async (client) => {
    const env = {
      PATH: process.env.PATH,
      BACKSTOP_URL: service.url,
      BACKSTOP_API_KEY: organization.agent.credential ?? '',
    };
    const { stdout } = await run(process.execPath, [join(HOME, 'call-echo.mjs'), client], { env });
    const { names, answer } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(names).toEqual(expect.arrayContaining(['backstop_session', 'up_echo']));
    expect(JSON.stringify(answer)).toContain(`Echo: ${client}`);
  });
});

describe('A call for which no person has decided', () => {
  it('is answered after 50 seconds with its id and what to do, and is made once after the approval', async () => {
    const { operator, agent } = await newOrganization(service);
    const values = { servers: JSON.stringify({ up: { url: upstream.url } }) };
    await operator.put('/settings/credentials/mcp', { values, agentOperations: ['mcp.up.*'] });
    await operator.post('/policies', { apiNamePattern: 'mcp.up.*', action: 'REQUIRE_APPROVAL' });
    const client = new Client({ name: 'patient', version: '1.0.0' });
    const headers = { authorization: `Bearer ${agent.credential}` };
    const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } });
    await client.connect(transport);
    const begun = performance.now();
    const call = { name: 'up_echo', arguments: { message: 'patient' } };
    const waiting = await client.callTool(call, undefined, { timeout: 300_000 });
    expect(performance.now() - begun).toBeGreaterThan(49_000);
    const [{ id, actionId }] = (await operator.get('/approvals')).body.data;
    expect(waiting).toMatchObject({ structuredContent: { status: 'PENDING_APPROVAL', actionId, approvalId: id } });
    await operator.post(`/approvals/${id}/approve`);
    const answered = await client.callTool({ name: 'backstop_wait', arguments: { actionId } });
    expect(JSON.stringify(answered)).toContain('Echo: patient');
    expect(upstream.called.filter(({ given }) => JSON.stringify(given).includes('patient'))).toHaveLength(1);
    await client.close();
  });
});

describe('An MCP client that listens', () => {
  it('learns of a tool that another MCP server has added, once the service has asked for its tools', async () => {
    const newClient = async () => {
      const client = new Client({ name: 'listener', version: '1.0.0' });
      const headers = { authorization: `Bearer ${organization.agent.credential}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }),
      );
      return client;
    };
    const [listener, other] = [await newClient(), await newClient()];
    let heard = 0;
    listener.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard++);
    await listener.listTools();
    upstream.tools = [...upstream.tools, tool('added')];
    // The list is asked for anew when it is older than ten seconds.
    await eventually(
      async () => (await other.listTools()).tools.map(({ name }) => name),
      (names: readonly string[]) => names.includes('up_added'),
      30_000,
    );
    await eventually(
      () => heard,
      (count: number) => count > 0,
    );
    await Promise.all([listener.close(), other.close()]);
  });
});

describe('The conformance suite of the protocol', () => {
  it('is installed', () => expect(existsSync(NEWER_NODE)).toBe(true));

  it.each(SCENARIOS)('passes at /mcp: %s', async (scenario) => {
    const program = join(HOME, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const cwd = mkdtempSync(join(tmpdir(), 'conformance-'));
    const { stdout } = await run(NEWER_NODE, [program, 'server', '--url', `${url}/mcp`, '--scenario', scenario], {
      cwd,
    });
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
  });
});
