import type { Socket } from 'node:net';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import pino from 'pino';
import { AppModule } from './app.module.js';
import { AccessGuard } from './auth/access/access.guard.js';
import { AccessHook } from './auth/access/access.hook.js';
import { ArrivingBodies } from './auth/access/arriving-bodies.js';
import { IdleConnections } from './auth/access/idle-connections.js';
import { laneOf } from './auth/access/principal.js';
import { requireAccess } from './auth/access/route-check.js';
import { unauthenticated } from './auth/auth.errors.js';
import type { Config } from './config/config.js';
import { Draining } from './platform/draining.js';
import { answerHeaders, Envelope, toEnvelope } from './platform/http/answers/answer.js';
import { boundAnswers } from './platform/http/answers/bounded-answers.js';
import { ProblemFilter, sendProblem } from './platform/http/answers/problem.filter.js';
import { toProblem } from './platform/http/answers/problem.js';
import { methodsByPath } from './platform/http/answers/unrouted.js';
import { requireInputClasses } from './platform/http/input/input-check.js';
import { acceptStrictJson, BODY_LIMIT_BYTES } from './platform/http/input/json-body.js';
import { answerOddities, answerUnreadable } from './platform/http/input/unreadable.js';
import { ValidationPipe } from './platform/http/input/validation.pipe.js';
import { newId } from './platform/ids.js';
import { callerOfAddress } from './platform/limits/caller-address.js';
import { FrameworkLogger } from './platform/logging/framework-logger.js';
import { LogOutput } from './platform/logging/log-output.js';
import { meterRequests } from './platform/telemetry/request-meter.js';
import { spanRequests } from './platform/telemetry/request-spans.js';
import { traceIds } from './platform/telemetry/tracing.js';

/** The output of everything that this process logs. */
export const logOutput = new LogOutput(process.stdout);
process.once('exit', () => logOutput.writeRest(process.stdout.fd));

/** The time from the first byte of a request to its last; its body has less (`ArrivingBodies`). */
const RECEIVED_WITHIN_MS = 30_000;

/** Refusals for want of time or space: they tell a caller who was revoked meanwhile nothing. */
const WITHOUT_DETAIL: ReadonlySet<number> = new Set([408, 503]);

/** The whole application, ready to listen: the same for `main` and for the tests. */
export async function createApp(config: Config): Promise<NestFastifyApplication> {
  const logger = pino(
    {
      level: config.logLevel,
      serializers: { err: toLoggedError },
      ...(config.otlpEndpoint !== null && { mixin: traceIds }),
    },
    logOutput,
  );
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    skipMiddie: true,
    http: { requireHostHeader: false },
    requestTimeout: RECEIVED_WITHIN_MS,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    clientErrorHandler: answerUnreadable(config.errorsUrl),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(error, config.errorsUrl, request, reply),
  } as ConstructorParameters<typeof FastifyAdapter>[0]);
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  const methodsOf = methodsByPath(fastify);

  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, logger), adapter, {
    // The caller reports a failed start, once; the framework itself logs nothing until then.
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  app.useLogger(app.get(FrameworkLogger));
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalGuards(new AccessGuard());
  app.useGlobalFilters(new ProblemFilter(config.errorsUrl, methodsOf));

  answerOddities(fastify);
  letGoOnClose(fastify);
  acceptStrictJson(fastify, ({ routeOptions }) => routeOptions.config.access?.rawBody === true);
  fastify.decorateRequest('principal', null);
  fastify.decorateRequest('credential', '');
  fastify.decorateRequest('admitted', false);
  fastify.decorateRequest('span', null);
  if (config.otlpEndpoint !== null) spanRequests(fastify);
  const access = app.get(AccessHook);
  const connections = app.get(IdleConnections);
  const draining = app.get(Draining);
  fastify.addHook('onRequest', (request, reply, done) => {
    connections.begin(request);
    reply.headers(answerHeaders(request.id));
    if (draining.isDraining) reply.header('connection', 'close');
    access.admit(request, reply).then(() => done(), done);
  });
  const bodies = app.get(ArrivingBodies);
  fastify.addHook('preParsing', (request, _reply, payload, done) => done(null, bodies.read(request, payload)));
  fastify.addHook('preHandler', (request, _reply, done) => {
    const admitted = access.admitAgain(request);
    if (admitted) admitted.then(() => done(), done);
    else done();
  });
  fastify.addHook('preSerialization', async (request, reply, payload) => {
    if (payload instanceof Envelope && payload.error && !WITHOUT_DETAIL.has(payload.error.status)) {
      const instead = await access.isStillAuthenticated(request).then(
        (isStill) => (isStill ? null : unauthenticated()),
        (thrown: unknown) => thrown,
      );
      if (instead !== null) {
        const { problem, headers } = toProblem(instead, config.errorsUrl, request.id);
        reply.code(problem.status).headers(headers);
        return new Envelope(null, problem);
      }
    }
    return toEnvelope(request, reply, payload, request.routeOptions.config.access?.bare === true);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    // The service reads no more of a body that it has answered, and the rest would stand before the next request.
    if (!request.raw.complete) reply.header('connection', 'close');
    done(null, payload);
  });
  const ownerOf = ({ principal, ip }: FastifyRequest) => (principal ? laneOf(principal) : callerOfAddress(ip));
  boundAnswers(fastify, config.errorsUrl, ownerOf);
  fastify.addHook('onResponse', (request, reply, done) => {
    connections.end(request);
    const { method, routeOptions, id: requestId, principal } = request;
    const organizationId = principal?.organizationId;
    logger.info(
      {
        requestId,
        method,
        route: routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        organizationId,
      },
      'answered',
    );
    done();
  });
  if (config.metricsPort !== null) meterRequests(fastify);
  const routes = requireAccess(fastify);
  const checkedInputs = requireInputClasses(controllersOf(app));
  await app.init();
  logger.debug({ routes, checkedInputs }, 'every route says who may call it, every input is validated');
  return app;
}

/**
 * Connections that were busy when the server closed would otherwise be kept alive for over a minute after their answer, and
 * those on which nothing was ever sent, as browsers open them ahead, until they time out.
 */
function letGoOnClose(fastify: FastifyInstance): void {
  const { server } = fastify;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  fastify.addHook('preClose', (done) => {
    const letGo = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, 100);
    server.once('close', () => clearInterval(letGo));
    done();
  });
}

function controllersOf(app: NestFastifyApplication) {
  const modules = [...app.get(ModulesContainer).values()];
  return modules.flatMap(({ controllers }) => [...controllers.values()].flatMap(({ metatype }) => metatype ?? []));
}

/** The parts of an error that a log may hold: drivers attach their whole connection to it. */
function toLoggedError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name: type, message, stack, cause } = error;
  return { type, message, stack, code: 'code' in error ? error.code : undefined, cause: cause && String(cause) };
}
