import { cutText } from '../../platform/cut-text.js';
import type { Capture, Connector, Discovery, Reachable } from '../connector.js';
import { NO_FACTS } from '../facts/facts.js';
import { UNKNOWN } from '../proof/proof.js';
import { secureUrl } from '../resource/requests/base-url.js';
import { sentenceOf } from '../resource/requests/trouble.js';
import { reachable } from '../resource/requests/with-client.js';
import { NotCapturable } from '../resource/resource.js';
import { overHttpTo } from '../transport/over-http.js';
import { withServer } from './client.js';
import { list, named, namedIn } from './operations.js';
import { captureOf, perform } from './perform.js';
import { parseServers, publicServers, secretsInServers } from './servers.js';

const NEVER_UNDONE = 'Nothing undoes what a tool of an MCP server did.';
const MOST_OF_A_REASON = 500;

const transport = overHttpTo(({ credentials, allowedPrivateHosts }) =>
  parseServers(credentials.servers).map(({ url, authorization }) => ({
    base: secureUrl(url, allowedPrivateHosts),
    authorization,
  })),
);

/** The tools of MCP servers, over streamable HTTP. */
export const mcp: Connector = {
  id: 'mcp',
  title: 'MCP servers',
  verified: true,
  apiVersion: 'MCP 2026-07-28 and 2025-11-25',
  credentialFields: [
    {
      name: 'servers',
      required: true,
      description:
        'JSON: {"linear": {"url": "https://…", "authorization": "Bearer …"}}. docs/connectors/mcp.md shows how.',
      publicPart: publicServers,
      secretsIn: secretsInServers,
    },
  ],
  transport,
  operations: [list],
  named,
  facts: NO_FACTS,
  discover: (context) => discover(reachable({ transport }, context)),
  capture: ({ apiName }, context) => capture(apiName, reachable({ transport }, context)),
  // The capture is the description of the tool, and no state that the call changes.
  describeChange: () => null,
  touches: () => [],
  plan: () => ({ class: 'impossible', calls: [], remains: ['Whatever the tool did.'], reason: NEVER_UNDONE }),
  probeOutcome: async () => UNKNOWN,
  undo: async () => ({ outcome: 'impossible', detail: NEVER_UNDONE, items: [] }),
  perform: (call, context) => perform(call, reachable({ transport }, context)),
  outcomeOf: async () => ({ outcome: 'open' }),
  planReapply: () => ({ class: 'impossible', calls: [], remains: [], reason: NEVER_UNDONE }),
  reapply: async () => ({ outcome: 'impossible', detail: NEVER_UNDONE, items: [] }),
  probe: (context) => probe(reachable({ transport }, context)),
};

async function capture(apiName: string, context: Reachable): Promise<Capture> {
  const found = namedIn(apiName);
  try {
    const server = parseServers(context.credentials.servers).find(({ name }) => name === found?.server);
    if (!found || !server) return { captured: false, reason: `No server has the tool ${apiName}.` };
    const tool = await withServer(context, server, (client) => client.tool(found.tool));
    if (!tool) return { captured: false, reason: `The server "${server.name}" has no tool "${found.tool}".` };
    return captureOf(server.name, tool);
  } catch (error) {
    return { captured: false, reason: reasonOf(error) };
  }
}

/** A server that gives no answer hides the tools of no other one. */
async function discover(context: Reachable): Promise<Discovery> {
  const servers = parseServers(context.credentials.servers);
  const found = await Promise.all(
    servers.map(async (server) => {
      try {
        return { server, tools: await withServer(context, server, (client) => client.tools()), reason: null };
      } catch (error) {
        return { server, tools: [], reason: reasonOf(error) };
      }
    }),
  );
  return {
    operations: found.flatMap(({ server: { name: server }, tools }) =>
      tools.map(({ name, title, description, inputSchema }) => ({
        ...{ apiName: `mcp.${server}.${name}`, tool: `${server}_${name}`, title, description },
        inputSchema,
      })),
    ),
    failures: Object.fromEntries(
      found.flatMap(({ server: { name }, reason }) => (reason === null ? [] : [[`mcp.${name}.`, reason]])),
    ),
  };
}

async function probe(context: Reachable): Promise<void> {
  for (const server of parseServers(context.credentials.servers)) {
    try {
      await withServer(context, server, (client) => client.tools());
    } catch (error) {
      throw new Error(`${server.name}: ${reasonOf(error)}`);
    }
  }
}

const reasonOf = (error: unknown) =>
  cutText(error instanceof NotCapturable ? error.message : sentenceOf(error), MOST_OF_A_REASON);
