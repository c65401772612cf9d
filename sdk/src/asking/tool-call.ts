import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './gate.js';

const MOST = 255;

const toolCalls = new AsyncLocalStorage<string | undefined>();

/** Runs a tool: the governed calls that it makes are recorded with the id of its call. */
export function inToolCall<T>(id: string | undefined, run: () => T): T {
  return toolCalls.run(id, run);
}

/**
 * Returns the tool call's id as the service takes it. An id that it would refuse is left out: the call is worth more.
 */
export function toolCallOf({ toolCallId = toolCalls.getStore() }: Pick<Call, 'toolCallId'>): { toolCallId?: string } {
  const fits = typeof toolCallId === 'string' && toolCallId !== '' && toolCallId.length <= MOST;
  return fits && !/\p{Cs}/u.test(toolCallId) && !toolCallId.includes('\0') ? { toolCallId } : {};
}
