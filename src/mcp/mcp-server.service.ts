import type { CallToolResult, Server, ServerContext } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../auth/access/principal.js';
import type { JsonObject } from '../connectors/connector.js';
import { DomainError } from '../platform/errors.js';
import { hashOfBody, sha256 } from '../platform/hash.js';
import { installation } from '../platform/installation.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import type { McpSession } from './sessions/mcp-session.js';
import { McpSessions } from './sessions/mcp-sessions.service.js';
import { OfferedTools } from './tools/offered-tools.service.js';
import { isOwnTool } from './tools/own-tools.js';
import { failedWith, refusedWith, type ToolResult } from './tools/results.js';
import { ToolCalls } from './tools/tool-calls.service.js';

const PROGRESS_EVERY_MS = 5_000;

const INSTRUCTIONS =
  'Calls of these tools are recorded, judged by policies and may wait for a person. State the intent of your task with backstop_session first. A result that waits has an actionId: use backstop_wait, and do not make the call again.';

/** The one who speaks through a server, and in which session; null in a protocol without sessions. */
export interface Speaker {
  readonly caller: Principal;
  readonly credential: string;
  readonly session: McpSession | null;
  /** The client cannot be answered any more, and takes its call back with that. */
  readonly gone: AbortSignal;
}

/** The package of the protocol is loaded with the first request. */
export const protocol = () => import('@modelcontextprotocol/server');

/** Makes the server of one exchange: it holds nothing that another exchange would need. */
@Injectable()
export class McpServers {
  constructor(
    private readonly tools: OfferedTools,
    private readonly calls: ToolCalls,
    private readonly sessions: McpSessions,
    private readonly logger: PinoLogger,
  ) {}

  async of(speaker: Speaker): Promise<Server> {
    const { Server: ProtocolServer, ProtocolError, ProtocolErrorCode } = await protocol();
    const server = new ProtocolServer(
      { name: 'backstop', version: installation.version },
      { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', async () => ({ tools: [...(await this.tools.list(speaker.caller))] }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const { name, arguments: given = {} } = params;
      const apiName = isOwnTool(name) ? null : await this.tools.apiNameOf(speaker.caller, name);
      if (!isOwnTool(name) && apiName === null)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name}".`);
      const result = await this.inTime(context, () =>
        this.call(speaker, context, { tool: name, apiName, given: given as JsonObject }),
      );
      return result as unknown as CallToolResult;
    });
    return server;
  }

  /** The key of a request within its session: the client sends each id once. */
  static keyOf({ id }: McpSession, requestId: string | number, body: unknown) {
    return { scope: sha256(`mcp ${id} ${JSON.stringify(requestId)}`), requestHash: hashOfBody(body) };
  }

  private async call(
    { caller, credential, session: given, gone }: Speaker,
    { mcpReq }: ServerContext,
    { tool, apiName, given: payload }: { tool: string; apiName: string | null; given: JsonObject },
  ): Promise<ToolResult> {
    try {
      const session = given ?? (await this.sessions.implied(caller, clientIn(mcpReq.envelope)));
      const request = {
        caller,
        credential,
        session,
        arguments: payload,
        key: given && McpServers.keyOf(given, mcpReq.id, { tool, payload }),
        traceparent: traceIn(mcpReq._meta),
        gone,
      };
      return apiName === null && isOwnTool(tool)
        ? await this.calls.carryOut(request, tool)
        : await this.calls.perform(request, apiName ?? '');
    } catch (error) {
      return this.refusalOf(error, caller);
    }
  }

  private refusalOf(error: unknown, { requestId }: Principal): ToolResult {
    if (!(error instanceof DomainError)) {
      this.logger.error({ err: error, requestId }, 'a tool failed unexpectedly');
      return refusedWith('unavailable', null);
    }
    const { refusal, code, message, actionId } = error;
    return refusal ? refusedWith(refusal, message, actionId ?? null) : failedWith(code, message);
  }

  /** Tells a client that asked for it that the call is under way. */
  private async inTime(context: ServerContext, work: () => Promise<ToolResult>): Promise<ToolResult> {
    const progressToken = context.mcpReq._meta?.progressToken;
    if (progressToken === undefined) return work();
    let progress = 0;
    const tell = () => {
      progress += 1;
      const params = { progressToken, progress, message: 'The call is under way, or waits for a person.' };
      context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    };
    tell();
    const timer = setInterval(tell, PROGRESS_EVERY_MS);
    return work().finally(() => clearInterval(timer));
  }
}

function clientIn(envelope: object | undefined): string {
  const info = (envelope as Record<string, { name?: unknown }> | undefined)?.['io.modelcontextprotocol/clientInfo'];
  return typeof info?.name === 'string' ? info.name : '';
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

function traceIn(meta: object | undefined): string | undefined {
  const trace = (meta as Record<string, unknown> | undefined)?.traceparent;
  return typeof trace === 'string' && TRACEPARENT.test(trace) ? trace : undefined;
}
