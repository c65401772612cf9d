import type { Result, Server, ServerContext } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/errors.js';
import { PinoLogger } from '../../platform/logging/pino-logger.js';
import { tellingProgress } from '../progress.js';
import { protocol, type Speaker } from '../speaker.js';
import { refusedWith, textOf } from '../tools/results.js';
import type { ToolRequest } from '../tools/tool-calls.service.js';
import { type Task, toExtensionTask, toSessionTask } from './task.js';
import { TaskCalls } from './task-calls.service.js';

/** The name of tasks in protocol 2026-07-28, where they are an extension. */
const EXTENSION = 'io.modelcontextprotocol/tasks';
const DECLARED = { extensions: { [EXTENSION]: {} } };
/** The words that a host may give its model while the task works. */
const IMMEDIATE = 'io.modelcontextprotocol/model-immediate-response';

const TASK = { type: 'object', properties: { taskId: { type: 'string', maxLength: 200 } }, required: ['taskId'] };
const PAGE = { type: 'object', properties: { cursor: { type: 'string', maxLength: 200 } } };
const ANSWERED = { ...TASK, properties: { ...TASK.properties, inputResponses: { type: 'object' } } };

interface OfTask {
  readonly taskId: string;
}

/** The methods of tasks: a part of protocol 2025-11-25, and an extension of protocol 2026-07-28. */
@Injectable()
export class TaskMethods {
  constructor(
    private readonly tasks: TaskCalls,
    private readonly logger: PinoLogger,
  ) {}

  /** The capabilities that a server declares for tasks. */
  static capabilitiesOf({ session }: Speaker) {
    return session === null ? DECLARED : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
  }

  async register(server: Server, speaker: Speaker): Promise<void> {
    if (speaker.session === null) await this.registerExtension(server, speaker);
    else await this.registerInSession(server, speaker, { ...lookingOf(speaker), session: speaker.session });
  }

  /** True where the client of a protocol without sessions can take a task as the answer of a call. */
  static async isDeclared({ session }: Speaker, { mcpReq }: ServerContext): Promise<boolean> {
    const { CLIENT_CAPABILITIES_META_KEY } = await protocol();
    const declared = (mcpReq.envelope as Record<string, Declared | undefined> | undefined)?.[
      CLIENT_CAPABILITIES_META_KEY
    ];
    return session === null && declared?.extensions?.[EXTENSION] !== undefined;
  }

  /** Begins the task of a call, as the client of a session asked. */
  async begin(request: ToolRequest, apiName: string): Promise<Result> {
    return this.answering(request.caller.requestId, async () =>
      createdResult(await this.tasks.begin(request, apiName)),
    );
  }

  /** Makes a call, and answers a task where it takes longer. @throws the errors of an ask */
  async perform(request: ToolRequest, apiName: string): Promise<Result> {
    const task = await this.tasks.perform(request, apiName);
    return task.result ?? { content: [], resultType: 'task', ...toExtensionTask(task) };
  }

  private async registerInSession(server: Server, { caller }: Speaker, looking: Looking): Promise<void> {
    const { fromJsonSchema, ProtocolError, ProtocolErrorCode } = await protocol();
    const ofTask = { params: fromJsonSchema<OfTask>(TASK) };
    const answering = <T>(work: () => Promise<T>) => this.answering(caller.requestId, work);
    server.setRequestHandler('tasks/get', ofTask, ({ taskId }) =>
      answering(async () => toSessionTask(await this.tasks.get(looking, taskId))),
    );
    server.setRequestHandler('tasks/result', ofTask, ({ taskId }, context) =>
      answering(() => tellingProgress(context, () => this.tasks.result(looking, taskId))),
    );
    server.setRequestHandler('tasks/cancel', ofTask, ({ taskId }) =>
      answering(async () => {
        const { status } = toSessionTask(await this.tasks.get(looking, taskId));
        if (status !== 'working')
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Cannot cancel task: it is ${status} already.`);
        return toSessionTask(await this.tasks.cancel(looking, taskId));
      }),
    );
    server.setRequestHandler('tasks/list', { params: fromJsonSchema<{ cursor?: string }>(PAGE) }, ({ cursor }) =>
      answering(async () => {
        const { tasks, nextCursor } = await this.tasks.list(looking, cursor);
        return { tasks: tasks.map(toSessionTask), ...(nextCursor !== null && { nextCursor }) };
      }),
    );
  }

  private async registerExtension(server: Server, speaker: Speaker): Promise<void> {
    const { fromJsonSchema, MissingRequiredClientCapabilityError } = await protocol();
    const looking = lookingOf(speaker);
    const answering = async <T>(context: ServerContext, work: () => Promise<T>) => {
      if (!(await TaskMethods.isDeclared(speaker, context)))
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: DECLARED });
      return this.answering(speaker.caller.requestId, work);
    };
    const ofTask = { params: fromJsonSchema<OfTask>(TASK) };
    server.setRequestHandler('tasks/get', ofTask, ({ taskId }, context) =>
      answering(context, async () => toExtensionTask(await this.tasks.get(looking, taskId))),
    );
    server.setRequestHandler('tasks/cancel', ofTask, ({ taskId }, context) =>
      answering(context, async () => {
        await this.tasks.cancel(looking, taskId).catch(unlessBegun);
        return {};
      }),
    );
    // No task of ours asks its client for anything.
    server.setRequestHandler('tasks/update', { params: fromJsonSchema<OfTask>(ANSWERED) }, ({ taskId }, context) =>
      answering(context, async () => {
        await this.tasks.get(looking, taskId);
        return {};
      }),
    );
  }

  /** @throws ProtocolError */
  private async answering<T>(requestId: string, work: () => Promise<T>): Promise<T> {
    const { ProtocolError, ProtocolErrorCode } = await protocol();
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      if (!(error instanceof DomainError)) {
        this.logger.error({ err: error, requestId }, 'a task failed unexpectedly');
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
      }
      const { refusal, code, message, kind } = error;
      const words = refusal ? textOf(refusedWith(refusal, message)) : message;
      const number = IS_OF_PARAMS.has(kind) ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
      throw new ProtocolError(number, words, { code: refusal ?? code });
    }
  }
}

type Looking = Pick<ToolRequest, 'caller' | 'credential' | 'gone' | 'session'>;

interface Declared {
  readonly extensions?: Readonly<Record<string, unknown>>;
}

const IS_OF_PARAMS: ReadonlySet<string> = new Set(['invalid', 'not-found', 'conflict']);

/** A request that only looks takes nothing back when its client disconnects. */
const lookingOf = ({ caller, credential, hungUp }: Speaker) => ({ caller, credential, gone: hungUp });

/** A task begins in status `working`, whatever became of it since. */
export function createdResult(task: Task): Result {
  const { message } = task;
  return {
    content: [],
    task: { ...toSessionTask(task), status: 'working' },
    ...(message !== null && { _meta: { [IMMEDIATE]: message } }),
  };
}

/** In this protocol a cancellation that comes too late is no error. */
function unlessBegun(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'already-begun') throw error;
}
