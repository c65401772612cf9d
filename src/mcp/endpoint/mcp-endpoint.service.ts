import type { McpHttpHandler, RequestId } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/access/principal.js';
import { DomainError, notFound, validationFailed } from '../../platform/errors.js';
import { recentlyUsed } from '../../platform/recently-used.js';
import { McpServers } from '../mcp-server.service.js';
import type { McpSession } from '../sessions/mcp-session.js';
import { McpSessions } from '../sessions/mcp-sessions.service.js';
import { protocol } from '../speaker.js';
import { TaskCalls } from '../tasks/task-calls.service.js';
import { createdResult } from '../tasks/task-methods.service.js';
import { OfferedTools } from '../tools/offered-tools.service.js';
import { ToolCalls } from '../tools/tool-calls.service.js';
import { requestOf, StreamEvents, type StreamedRequest } from './stream-events.js';

/** A request to the MCP endpoint, and its caller. */
export interface McpExchange {
  readonly request: Request;
  readonly body: unknown;
  readonly caller: Principal;
  readonly credential: string;
  /** The client has disconnected. */
  readonly gone: AbortSignal;
}

const SESSION = 'mcp-session-id';
const RETRY_MS = 1_000;
/** A cut stream of a session can be resumed; without sessions it is the cancellation. */
const NEVER = new AbortController().signal;

/**
 * Speaks MCP over streamable HTTP: protocols with sessions, and from 2026-07-28 on without them. No process remembers
 * anything between two requests (docs/contract.md, "MCP").
 */
@Injectable()
export class McpEndpoint {
  /** One handler for each organization, so that only its own clients learn of a change of its offer. */
  private readonly modern = recentlyUsed<McpHttpHandler>(10_000);

  constructor(
    private readonly servers: McpServers,
    private readonly sessions: McpSessions,
    private readonly tools: OfferedTools,
    private readonly calls: ToolCalls,
    private readonly tasks: TaskCalls,
  ) {}

  /**
   * @throws 400 for a body that is no message, and without a session; 404 for a session that has ended, or that belongs
   *   to another credential
   */
  async answer(exchange: McpExchange): Promise<Response> {
    const { isLegacyRequest, isSpecType } = await protocol();
    const messages = [exchange.body].flat();
    const areMessages = messages.length > 0 && messages.every(isSpecType.JSONRPCMessage);
    if (exchange.request.method === 'POST' && !areMessages)
      throw validationFailed('body', 'must be a message of JSON-RPC 2.0');
    if (!(await isLegacyRequest(exchange.request, exchange.body))) return this.answerModern(exchange);
    if (exchange.request.method === 'POST' && isInitialize(exchange.body))
      return this.initialize(exchange, exchange.body);
    const text = exchange.request.headers.get(SESSION);
    if (text === null) throw validationFailed('Mcp-Session-Id', 'is needed: initialize first');
    const session = this.sessions.read(exchange.caller, text);
    if (session === null) throw notFound('MCP session');
    if (exchange.request.method === 'DELETE') return this.end(exchange, session);
    if (await this.sessions.hasEnded(exchange.caller, session)) throw notFound('MCP session');
    return this.inSession(exchange, session);
  }

  private async initialize(exchange: McpExchange, body: Initialize): Promise<Response> {
    const name = body.params?.clientInfo?.name;
    const text = this.sessions.begin(exchange.caller, typeof name === 'string' ? name : '');
    const session = this.sessions.read(exchange.caller, text);
    if (session === null) throw new Error('A session id that was just written cannot be read.');
    const response = await this.inSession(exchange, session);
    response.headers.set(SESSION, text);
    return response;
  }

  private async end({ caller }: McpExchange, session: McpSession): Promise<Response> {
    await this.sessions.end(caller, session);
    return new Response(null, { status: 200 });
  }

  private async inSession(exchange: McpExchange, session: McpSession): Promise<Response> {
    const { request, body, caller, credential, gone } = exchange;
    const cancelled = cancelledIn(body);
    if (cancelled !== null) await this.calls.cancelled(caller, session, McpServers.keyOf(session, cancelled, null));
    const { WebStandardStreamableHTTPServerTransport } = await protocol();
    const eventStore = new StreamEvents(streamedIn(body), (request) => this.resumed(exchange, session, request));
    const transport = new WebStandardStreamableHTTPServerTransport({ eventStore, retryInterval: RETRY_MS });
    const server = await this.servers.of({ caller, credential, session, gone: NEVER, hungUp: gone });
    await server.connect(transport);
    const listens = request.method === 'GET' && requestOf(request.headers.get('last-event-id') ?? '') === null;
    const response = await transport.handleRequest(request, { parsedBody: body });
    if (listens && response.ok)
      void this.tools
        .watch(caller, credential, gone, () => server.sendToolListChanged())
        .catch(() => undefined)
        .finally(() => transport.close());
    return response;
  }

  private async resumed(
    { caller, credential, gone }: McpExchange,
    session: McpSession,
    { requestId, wants }: StreamedRequest,
  ): Promise<object | null> {
    const looker = { caller, credential, gone };
    if (typeof wants === 'object') return this.tasks.result(looker, wants.taskId).catch(nothing);
    const key = McpServers.keyOf(session, requestId, null);
    const request = { ...looker, session, arguments: {}, origin: {}, key };
    if (wants === 'result') return this.calls.resumed(request);
    const task = await this.tasks.begun(request);
    return task && createdResult(task);
  }

  private async answerModern(exchange: McpExchange): Promise<Response> {
    const { caller, credential, request, body, gone } = exchange;
    const handler = await this.modernOf(caller);
    const extra = { caller, credential, gone };
    const authInfo = { token: '', clientId: caller.id, scopes: [], extra };
    const response = await handler.fetch(request, { parsedBody: body, authInfo });
    if (isListen(body) && response.ok)
      void this.tools.watch(caller, credential, gone, async () => handler.notify.toolsChanged()).catch(() => undefined);
    return response;
  }

  private async modernOf({ organizationId }: Principal): Promise<McpHttpHandler> {
    const known = this.modern.get(organizationId);
    if (known) return known;
    const { createMcpHandler } = await protocol();
    const handler = createMcpHandler(
      ({ authInfo }) => {
        const speaker = authInfo?.extra as Pick<McpExchange, 'caller' | 'credential' | 'gone'> | undefined;
        if (speaker === undefined) throw new Error('A request without its caller.');
        return this.servers.of({ ...speaker, session: null, hungUp: speaker.gone });
      },
      { legacy: 'reject' },
    );
    this.modern.set(organizationId, handler);
    return handler;
  }
}

interface Initialize {
  readonly method: 'initialize';
  readonly params?: { readonly clientInfo?: { readonly name?: unknown } };
}

const methodIn = (body: unknown): unknown => (body as { method?: unknown } | null | undefined)?.method;
const isInitialize = (body: unknown): body is Initialize => methodIn(body) === 'initialize';
const isListen = (body: unknown): boolean => methodIn(body) === 'subscriptions/listen';

const asId = (id: unknown): RequestId | null => (typeof id === 'string' || typeof id === 'number' ? id : null);

/** A client whose stream ends without an answer asks again. */
function nothing(error: unknown): null {
  if (!(error instanceof DomainError)) throw error;
  return null;
}

/** The request whose stream the answer is; null for any other message. */
function streamedIn(body: unknown): StreamedRequest | null {
  const { id, params } = (body ?? {}) as { id?: unknown; params?: { task?: unknown; taskId?: unknown } };
  const requestId = asId(id);
  if (requestId === null) return null;
  const method = methodIn(body);
  if (method === 'tasks/result' && typeof params?.taskId === 'string')
    return { requestId, wants: { taskId: params.taskId } };
  return { requestId, wants: method === 'tools/call' && params?.task !== undefined ? 'task' : 'result' };
}

/** The request that a notification cancels; null for any other message. */
function cancelledIn(body: unknown): RequestId | null {
  if (methodIn(body) !== 'notifications/cancelled') return null;
  return asId((body as { params?: { requestId?: unknown } }).params?.requestId);
}
