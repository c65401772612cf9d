import type { JSONRPCResponse } from '@modelcontextprotocol/client';
import { sleep } from '../wire/runtime.js';

type Members = Record<string, unknown>;
type Ask = (method: string, params: Members) => Promise<Members>;

/** The task of a call, as its server described it last. */
interface ServerTask extends Members {
  readonly taskId: string;
}

const POLL_MS = { least: 100, default: 1_000, most: 60_000 };

/**
 * Reads the task that a server answers in place of the result of a call; null for a result. In protocol 2026-07-28 the
 * task is the answer itself.
 */
export function taskIn(response: JSONRPCResponse): ServerTask | null {
  if (!('result' in response)) return null;
  const { result } = response;
  const task = (result.resultType === 'task' ? result : result.task) as Members | undefined;
  return typeof task?.taskId === 'string' ? { ...task, taskId: task.taskId } : null;
}

/**
 * Waits until a task of the server has ended.
 * @returns what the call would have answered without a task
 * @throws the reason of the signal; Error where the outcome is not known
 */
export async function endOfTask(
  { id }: JSONRPCResponse,
  task: ServerTask,
  ask: Ask,
  signal: AbortSignal,
): Promise<JSONRPCResponse> {
  const { taskId } = task;
  const answer = { jsonrpc: '2.0', id } as const;
  for (let state: Members = task; ; ) {
    const { status, error, result } = state;
    if (status === 'cancelled') throw lost('it was cancelled, and what it did is not known.');
    if (error !== undefined) return { ...answer, error } as JSONRPCResponse;
    if (result !== undefined) return { ...answer, result } as JSONRPCResponse;
    if (status === 'failed') return { ...answer, result: await ask('tasks/result', { taskId }) } as JSONRPCResponse;
    if (status === 'completed')
      return { ...answer, result: await ask('tasks/result', { taskId }).catch(asLost) } as JSONRPCResponse;
    await sleep(pollOf(state), signal);
    signal.throwIfAborted();
    state = await ask('tasks/get', { taskId }).catch(asLost);
  }
}

function pollOf({ pollInterval, pollIntervalMs }: Members): number {
  const ms = Number(pollInterval ?? pollIntervalMs);
  return Number.isFinite(ms) ? Math.min(Math.max(ms, POLL_MS.least), POLL_MS.most) : POLL_MS.default;
}

function asLost({ message }: Error): never {
  throw lost(message);
}

/** A call that ends with this error is recorded as one of unknown outcome. */
function lost(why: string): Error {
  return Object.assign(new Error(`The server's task: ${why}`), { code: 'ECONNRESET' });
}
