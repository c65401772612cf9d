import type { CallToolResult, Result, Server, ServerContext } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../auth/access/principal.js';
import type { JsonObject } from '../connectors/connector.js';
import { DomainError } from '../platform/errors.js';
import { hashOfBody, sha256 } from '../platform/hash.js';
import { installation } from '../platform/installation.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { tellingProgress } from './progress.js';
import type { McpSession } from './sessions/mcp-session.js';
import { McpSessions } from './sessions/mcp-sessions.service.js';
import { protocol, type Speaker } from './speaker.js';
import { TaskMethods } from './tasks/task-methods.service.js';
import { OfferedTools } from './tools/offered-tools.service.js';
import { isOwnTool } from './tools/own-tools.js';
import { failedWith, refusedWith, type ToolResult } from './tools/results.js';
import type { ToolEntry } from './tools/tool.js';
import { type CallOrigin, ToolCalls, type ToolRequest } from './tools/tool-calls.service.js';

const INSTRUCTIONS =
  'Calls of these tools are recorded, judged by policies and may wait for a person. State the intent of your task with backstop_session first. A result that waits has an actionId: use backstop_wait, and do not make the call again.';

/** Makes the server of one exchange: it holds nothing that another exchange would need. */
@Injectable()
export class McpServers {
  constructor(
    private readonly tools: OfferedTools,
    private readonly calls: ToolCalls,
    private readonly tasks: TaskMethods,
    private readonly sessions: McpSessions,
    private readonly logger: PinoLogger,
  ) {}

  async of(speaker: Speaker): Promise<Server> {
    const { Server: ProtocolServer, ProtocolError, ProtocolErrorCode } = await protocol();
    const capabilities = { tools: { listChanged: true }, ...TaskMethods.capabilitiesOf(speaker) };
    const server = new ProtocolServer(
      { name: 'backstop', version: installation.version },
      { capabilities, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', async () => {
      const tools = await this.tools.list(speaker.caller);
      return { tools: speaker.session === null ? [...tools] : tools.map(asTask) };
    });
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const { name, arguments: given = {}, task } = params;
      const apiName = isOwnTool(name) ? null : await this.tools.apiNameOf(speaker.caller, name);
      if (!isOwnTool(name) && apiName === null)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name}".`);
      const isTask = speaker.session !== null && task !== undefined;
      if (isTask && apiName === null)
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `The tool "${name}" is no task.`);
      const called = { tool: name, apiName, given: given as JsonObject };
      const result = isTask
        ? await this.tasks.begin(await this.requestOf(speaker, context, called), apiName ?? '')
        : await tellingProgress(context, () => this.call(speaker, context, called));
      return result as unknown as CallToolResult;
    });
    await this.tasks.register(server, speaker);
    return server;
  }

  /** The key of a request within its session: the client sends each id once. */
  static keyOf({ id }: McpSession, requestId: string | number, body: unknown) {
    return { scope: sha256(`mcp ${id} ${JSON.stringify(requestId)}`), requestHash: hashOfBody(body) };
  }

  private async call(speaker: Speaker, context: ServerContext, called: Called): Promise<Result> {
    const { tool, apiName } = called;
    try {
      const request = await this.requestOf(speaker, context, called);
      if (apiName === null) return isOwnTool(tool) ? await this.calls.carryOut(request, tool) : {};
      if (await TaskMethods.isDeclared(speaker, context)) return await this.tasks.perform(request, apiName);
      return await this.calls.perform(request, apiName);
    } catch (error) {
      return this.refusalOf(error, speaker.caller);
    }
  }

  private async requestOf(
    { caller, credential, session: own, gone }: Speaker,
    { mcpReq }: ServerContext,
    { tool, given: payload }: Called,
  ): Promise<ToolRequest> {
    const session = own ?? (await this.sessions.implied(caller, clientIn(mcpReq.envelope)));
    const key = own && McpServers.keyOf(own, mcpReq.id, { tool, payload });
    return { caller, credential, session, arguments: payload, key, origin: originIn(mcpReq._meta), gone };
  }

  private refusalOf(error: unknown, { requestId }: Principal): ToolResult {
    if (!(error instanceof DomainError)) {
      this.logger.error({ err: error, requestId }, 'a tool failed unexpectedly');
      return refusedWith('unavailable', null);
    }
    const { refusal, code, message, actionId } = error;
    return refusal ? refusedWith(refusal, message, actionId ?? null) : failedWith(code, message);
  }
}

/** A call of a tool; `apiName` is null where the tool is Backstop's own. */
interface Called {
  readonly tool: string;
  readonly apiName: string | null;
  readonly given: JsonObject;
}

/** Calls of the service can be tasks; Backstop's own tools answer by themselves. */
const asTask = (tool: ToolEntry): ToolEntry =>
  isOwnTool(tool.name) ? tool : { ...tool, execution: { taskSupport: 'optional' } };

function clientIn(envelope: object | undefined): string {
  const info = (envelope as Record<string, { name?: unknown }> | undefined)?.['io.modelcontextprotocol/clientInfo'];
  return typeof info?.name === 'string' ? info.name : '';
}

/** The member of `_meta` in which a client names the tool call of its model. */
const TOOL_CALL_ID = 'backstop/toolCallId';
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

function originIn(meta: object = {}): CallOrigin {
  const { traceparent, [TOOL_CALL_ID]: toolCallId } = meta as Record<string, unknown>;
  return {
    ...(typeof traceparent === 'string' && TRACEPARENT.test(traceparent) && { traceparent }),
    ...(isToolCallId(toolCallId) && { toolCallId }),
  };
}

/** An id that cannot be stored belongs to another program's words, and refuses no call. */
const isToolCallId = (id: unknown): id is string => typeof id === 'string' && id.length >= 1 && id.length <= 255;
