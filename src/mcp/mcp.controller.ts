import { Controller, Delete, Get, HttpCode, Post, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { crossOrigin } from '../auth/auth.errors.js';
import { isFromOwnOrigin, ownOrigins } from '../auth/browser/own-origin.js';
import { Config } from '../config/config.js';
import { AnswersMessages } from '../platform/http/answers/answers.decorator.js';
import { disconnectSignal } from '../platform/http/answers/disconnected.js';
import { sendResponse, toWebRequest } from './endpoint/exchange.js';
import { McpEndpoint } from './endpoint/mcp-endpoint.service.js';

const ACCESS: Access = { who: 'agent', bare: true, bearerOnly: true };
const STREAMED = ['application/json', 'text/event-stream'];
const REFUSALS = ['validation-failed', 'not-found', 'cross-origin'] as const;

@Controller('mcp')
export class McpController {
  constructor(
    private readonly endpoint: McpEndpoint,
    private readonly config: Config,
  ) {}

  @Post()
  @HttpCode(200)
  @Access(ACCESS)
  @AnswersMessages('Send an MCP message', STREAMED, ...REFUSALS)
  post(@Caller() caller: Principal, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(caller, request, reply);
  }

  @Get()
  @Access(ACCESS)
  @AnswersMessages('Listen for MCP messages, or resume a stream', STREAMED, ...REFUSALS)
  listen(@Caller() caller: Principal, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(caller, request, reply);
  }

  @Delete()
  @Access(ACCESS)
  @AnswersMessages('End an MCP session', [], ...REFUSALS)
  end(@Caller() caller: Principal, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.answer(caller, request, reply);
  }

  /** @throws 403 cross-origin for a page of another origin, also one that a name leads here */
  private async answer(caller: Principal, request: FastifyRequest, reply: FastifyReply) {
    const { localAddress: address, localPort: port } = request.raw.socket;
    const provenance = { origin: request.headers.origin, site: headerOf(request, 'sec-fetch-site') };
    if (!isFromOwnOrigin(provenance, ownOrigins(this.config.publicUrl, { address, port }))) throw crossOrigin();
    const { credential, body } = request;
    const gone = disconnectSignal(reply);
    const exchange = { request: toWebRequest(request, this.config.publicUrl, gone), body, caller, credential, gone };
    const sent = await sendResponse(await this.endpoint.answer(exchange), reply);
    return typeof sent === 'string' ? sent : new StreamableFile(sent, { type: 'text/event-stream' });
  }
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
