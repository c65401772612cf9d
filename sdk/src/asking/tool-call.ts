import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call } from './gate.js';

const MOST = 255;

/** The action of a tool call that a person let run. */
interface Approved {
  readonly sessionId: string;
  readonly actionId: string;
}

/** A tool that runs. */
interface ToolCall {
  readonly id: string | undefined;
  readonly approved: Approved | null;
}

const toolCalls = new AsyncLocalStorage<ToolCall>();

/**
 * Runs a tool: the governed calls that it makes are recorded with the id of its call, and say which approval was given for
 * it, or for the tool around it.
 */
export function inToolCall<T>(id: string | undefined, approved: Approved | null, run: () => T): T {
  return toolCalls.run({ id, approved: approved ?? toolCalls.getStore()?.approved ?? null }, run);
}

/**
 * Returns the tool call's id as the service takes it. An id that it would refuse is left out: the call is worth more.
 */
export function toolCallOf({ toolCallId = toolCalls.getStore()?.id }: Pick<Call, 'toolCallId'>): {
  toolCallId?: string;
} {
  const fits = typeof toolCallId === 'string' && toolCallId !== '' && toolCallId.length <= MOST;
  return fits && !/\p{Cs}/u.test(toolCallId) && !toolCallId.includes('\0') ? { toolCallId } : {};
}

/** Returns the approved tool call whose code asks: a policy that asked a person about it does not ask again. */
export function approvedAround(sessionId: string): { partOf?: string } {
  const approved = toolCalls.getStore()?.approved;
  return approved?.sessionId === sessionId ? { partOf: approved.actionId } : {};
}
