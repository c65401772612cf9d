import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problems } from '../../telemetry/meters.js';
import { answerHeaders, Envelope } from './answer.js';
import { toProblem } from './problem.js';

/** Answers every thrown value, by Nest or before it, with a problem in the envelope. */
export function sendProblem(thrown: unknown, errorsUrl: string, request: FastifyRequest, reply: FastifyReply): void {
  const { problem, headers, unexpected } = toProblem(thrown, errorsUrl, request.id);
  problems.inc({ code: problem.type.slice(errorsUrl.length + 1) });
  if (unexpected) request.log.error({ err: thrown, requestId: request.id }, 'a request failed unexpectedly');
  else if (problem.status === 503)
    request.log.warn({ err: thrown, requestId: request.id }, 'the service could not answer');
  if (reply.sent) return;
  // Fastify runs no hook for a path that it cannot read.
  void reply
    .code(problem.status)
    .headers({ ...answerHeaders(request.id), ...headers })
    .send(new Envelope(null, problem));
}

@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly errorsUrl: string,
    private readonly methodsOf: (url: string) => string[],
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const allowed = request.is404 ? this.methodsOf(request.url) : [];
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    sendProblem(allowed.length > 0 ? { statusCode: 405 } : thrown, this.errorsUrl, request, reply);
  }
}
