import type { CallToolResult } from '@modelcontextprotocol/client';
import { cutText } from '../../platform/cut-text.js';
import {
  type Capture,
  type Json,
  type JsonObject,
  type Performed,
  type PerformedCall,
  ProviderUnavailableError,
  type Reachable,
} from '../connector.js';
import { findCause, sentenceOf, statusOf, troubleOf } from '../resource/requests/trouble.js';
import { NotCapturable } from '../resource/resource.js';
import { withServer } from './client.js';
import { list, namedIn } from './operations.js';
import { parseServers, type UpstreamServer } from './servers.js';
import type { UpstreamTool } from './upstream-tool.js';

const MOST_OF_A_REFUSAL = 2_000;

/** Calls a tool once, if its server still describes it as it was captured. */
export async function perform({ apiName, payload }: PerformedCall, context: Reachable): Promise<Performed> {
  const isList = apiName === list.apiName;
  const found = isList ? { server: String(payload.server), tool: '' } : namedIn(apiName);
  try {
    const server = parseServers(context.credentials.servers).find(({ name }) => name === found?.server);
    if (!found || !server) return refused(`No MCP server of the name "${found?.server}" is stored.`);
    if (isList) return done({ tools: asJson(await withServer(context, server, (client) => client.tools())) }, null);
    return await callTool(server, found.tool, payload, context);
  } catch (error) {
    return meaningOf(error);
  }
}

function callTool(server: UpstreamServer, name: string, payload: JsonObject, context: Reachable): Promise<Performed> {
  return withServer(context, server, async (client) => {
    const tool = await client.tool(name);
    if (!tool) return refused(`The server "${server.name}" has no tool "${name}".`);
    const capture = captureOf(server.name, tool);
    await context.note?.({ key: { sentAt: Date.now() }, capture });
    const result = await client.call(tool, payload);
    if (result.isError) return refused(cutText(textIn(result), MOST_OF_A_REFUSAL) || 'The tool failed without a word.');
    const { content, structuredContent } = result;
    return done(asJson({ content, ...(structuredContent !== undefined && { structuredContent }) }), capture);
  });
}

/** The terms of a call: a person sees them, and a call whose terms have changed is not made. */
export const captureOf = (server: string, tool: UpstreamTool): Capture => ({
  captured: true,
  resource: { server, tool: tool.name },
  content: { tool: asJson(tool) },
});

/** @throws ProviderUnavailableError when the server may have carried the call out */
function meaningOf(error: unknown): Performed {
  if (error instanceof ProviderUnavailableError) throw error;
  const own = findCause(error, (one) => one instanceof NotCapturable);
  if (own instanceof Error) return refused(own.message);
  // An error of JSON-RPC is the answer of the server.
  if (error instanceof Error && error.name === 'ProtocolError')
    return refused(cutText(error.message, MOST_OF_A_REFUSAL));
  if ((error as { code?: unknown }).code === 'UNSUPPORTED_RESULT_TYPE')
    return refused('The tool asks for more input from a person or a model, which it does not get here.');
  const trouble = troubleOf(error);
  if (trouble.kind === 'unavailable')
    throw new ProviderUnavailableError(trouble.sentence, trouble.retryAfterMs, trouble.requestState);
  const status = statusOf(error);
  return { outcome: 'refused', refusal: { message: sentenceOf(error), ...(status !== null && { status }) } };
}

const textIn = ({ content }: CallToolResult) =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');

const done = (response: Json, capture: Capture | null): Performed => ({ outcome: 'done', response, capture });
const refused = (message: string): Performed => ({ outcome: 'refused', refusal: { message } });
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));
