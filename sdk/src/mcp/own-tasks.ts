import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage, JSONRPCRequest, JSONRPCResponse } from '@modelcontextprotocol/client';
import type { ToolCall } from './relay.js';

type Members = Record<string, unknown>;

/** A call that a client made as a task. */
export interface TaskCall extends ToolCall {
  readonly taskId: string;
  /** Called when the call runs: from then on it cannot be taken back. */
  readonly onBegin: () => void;
}

interface OwnTask {
  readonly createdAt: string;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
  status: 'working' | 'completed' | 'failed' | 'cancelled';
  lastUpdatedAt: string;
  hasBegun: boolean;
  answer: JSONRPCResponse | null;
}

/** The calls that wait in files, where another process of this user finds them. */
interface KeptCalls {
  request(taskId: string): Promise<Members | null>;
  release(taskId: string): Promise<void>;
}

const INVALID_PARAMS = -32602;
const POLL_MS = 1_000;
const PERSON_POLL_MS = 5_000;

/**
 * Tasks of protocol 2025-11-25 that the proxy itself runs, for tools whose server has none. A task that waits for a person
 * is kept in a file, so that a later process goes on with it.
 */
export class OwnTasks {
  readonly #tasks = new Map<string, OwnTask>();

  constructor(
    private readonly run: (call: TaskCall) => Promise<JSONRPCMessage | null>,
    private readonly kept: KeptCalls,
  ) {}

  begin({ id, params }: JSONRPCRequest): JSONRPCMessage {
    const taskId = randomUUID();
    const task = this.#start(taskId, withoutTask(params));
    return { jsonrpc: '2.0', id, result: { task: viewOf(taskId, task) } };
  }

  /** Answers a request about a task; null where the task is none of the proxy's. */
  async answer({ id, method, params }: JSONRPCRequest): Promise<JSONRPCMessage | null> {
    const taskId = String(params?.taskId);
    const task = this.#tasks.get(taskId) ?? (await this.#goOn(taskId));
    if (!task) return null;
    const answered = (result: Members): JSONRPCMessage => ({ jsonrpc: '2.0', id, result });
    const refused = (message: string): JSONRPCMessage => ({
      ...{ jsonrpc: '2.0', id },
      error: { code: INVALID_PARAMS, message: `Cannot cancel task: ${message}.` },
    });
    switch (method) {
      case 'tasks/get':
        return answered(viewOf(taskId, task));
      case 'tasks/cancel':
        if (task.status !== 'working') return refused(`it is ${task.status} already`);
        if (task.hasBegun) return refused('its call has begun');
        task.abort.abort(new DOMException('The client cancelled the task', 'AbortError'));
        await task.ended;
        return answered(viewOf(taskId, task));
      case 'tasks/result': {
        await task.ended;
        await this.kept.release(taskId);
        if (task.answer && 'error' in task.answer) return { ...task.answer, id };
        const _meta = { 'io.modelcontextprotocol/related-task': { taskId } };
        return answered({ ...(task.answer?.result ?? CANCELLED), _meta });
      }
      default:
        return null;
    }
  }

  /** Ends every wait, and keeps the calls that wait. Resolves when all known outcomes are reported. */
  async abandon(reason: unknown): Promise<void> {
    for (const { abort } of this.#tasks.values()) abort.abort(reason);
    await Promise.allSettled([...this.#tasks.values()].map(({ ended }) => ended));
  }

  /** A call that an earlier process kept. */
  async #goOn(taskId: string): Promise<OwnTask | null> {
    const params = await this.kept.request(taskId);
    return this.#tasks.get(taskId) ?? (params && this.#start(taskId, params));
  }

  #start(taskId: string, params: Members): OwnTask {
    const abort = new AbortController();
    const request: JSONRPCRequest = { jsonrpc: '2.0', id: `backstop-task-${taskId}`, method: 'tools/call', params };
    const onBegin = () => {
      task.hasBegun = true;
    };
    const end = (answer: JSONRPCMessage | null) => {
      task.answer = answer as JSONRPCResponse | null;
      task.status = answer === null ? 'cancelled' : isFailed(task.answer) ? 'failed' : 'completed';
      task.lastUpdatedAt = new Date().toISOString();
    };
    const createdAt = new Date().toISOString();
    const task: OwnTask = {
      ...{ createdAt, lastUpdatedAt: createdAt, status: 'working', hasBegun: false, answer: null, abort },
      ended: Promise.resolve().then(() => this.run({ request, signal: abort.signal, taskId, onBegin }).then(end)),
    };
    this.#tasks.set(taskId, task);
    return task;
  }
}

const CANCELLED = { content: [{ type: 'text', text: 'The call was taken back before it ran.' }], isError: true };

const isFailed = (answer: JSONRPCResponse | null) =>
  answer !== null && ('error' in answer || answer.result.isError === true);

function viewOf(taskId: string, { status, createdAt, lastUpdatedAt, hasBegun, answer }: OwnTask): Members {
  const message = isFailed(answer) ? wordsOf(answer) : status === 'working' && !hasBegun ? WAITING : undefined;
  return {
    ...{ taskId, status, createdAt, lastUpdatedAt, ttl: null },
    ...(message !== undefined && { statusMessage: message }),
    ...(status === 'working' && { pollInterval: hasBegun ? POLL_MS : PERSON_POLL_MS }),
  };
}

const WAITING = 'The call waits for permission: a person may have to approve it. Do not make it again.';

function wordsOf(answer: JSONRPCResponse | null): string {
  if (answer === null) return '';
  if ('error' in answer) return answer.error.message;
  const content = Array.isArray(answer.result.content) ? (answer.result.content as { text?: unknown }[]) : [];
  return content.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}

function withoutTask(params: JSONRPCRequest['params']): Members {
  const { task: _, ...rest } = params ?? {};
  return rest;
}
