import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { tool, Upstream } from '../../support/upstream.js';

let own: OwnDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  own = await newOwnDatabase();
  service = await startService({ DATABASE_URL: own.serviceUrl, PROVIDER_TIMEOUT_SECONDS: '2' });
});
afterAll(async () => {
  await service.stop();
  await own.drop();
});

const servers: Upstream[] = [];
afterEach(async () => {
  for (const one of servers.splice(0)) await one.stop();
});

async function newUpstream(name: string): Promise<Upstream> {
  const upstream = await new Upstream().start();
  upstream.tools = [tool(name)];
  servers.push(upstream);
  return upstream;
}

async function performing({ url }: Upstream) {
  const organization: Organization = await newOrganization(service);
  const values = { servers: JSON.stringify({ up: { url } }) };
  await organization.operator.put('/settings/credentials/mcp', { values, agentOperations: ['mcp.*'] });
  const session = await newSession(organization.agent);
  return async (name: string) =>
    (
      await organization.agent.post(`/sessions/${session}/actions?wait=60`, {
        ...{ apiName: `mcp.up.${name}`, payload: {}, perform: true },
      })
    ).body.data;
}

/** Answers calls of tools, and nothing else, with an event stream that goes on. */
const streaming =
  (part: string, everyMs: number): Upstream['instead'] =>
  ({ body }, reply) => {
    if (!body.includes('tools/call')) return false;
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => reply.write(part), everyMs);
    reply.on('close', () => clearInterval(timer));
    return true;
  };

describe('An MCP server', () => {
  it.each<[string, Upstream['instead']]>([
    ['hangs', ({ body }) => body.includes('tools/call')],
    ['says now and then that it is there', streaming(': still here\n\n', 50)],
    ['answers without an end', streaming(`data: ${'x'.repeat(200_000)}\n\n`, 1)],
    ['asks a person of ours', streaming(`data: ${JSON.stringify(question())}\n\n`, 200)],
  ])('that %s makes its call UNKNOWN, and holds up no other call', async (_, instead) => {
    const [slow, quick] = [await newUpstream('slow'), await newUpstream('quick')];
    slow.instead = instead;
    const performs = await performing(slow);
    const slowly = performs('slow');
    expect(await (await performing(quick))('quick')).toMatchObject({ status: 'SUCCESS' });
    expect(await slowly).toMatchObject({ status: 'UNKNOWN' });
    expect(slow.listener.asked.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
  });

  it('that lists its tools without an end is FAILED, and was not called', async () => {
    const upstream = await newUpstream('slow');
    let page = 0;
    upstream.instead = ({ body }, reply) => {
      if (!body.includes('tools/list')) return false;
      const { id } = JSON.parse(body);
      const result = {
        resultType: 'complete',
        tools: [tool(`t${page}`)],
        nextCursor: `${++page}`,
        ttlMs: 0,
        cacheScope: 'private',
      };
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      return true;
    };
    const ended = await (await performing(upstream))('slow');
    expect(ended).toMatchObject({
      status: 'FAILED',
      response: { refusal: { message: expect.stringMatching(/no tool/) } },
    });
    expect(page).toBe(20);
  });
});

function question() {
  const params = { message: 'Your password?', requestedSchema: { type: 'object', properties: {} } };
  return { jsonrpc: '2.0', id: 1, method: 'elicitation/create', params };
}
