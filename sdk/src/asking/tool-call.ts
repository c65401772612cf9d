import type { Call } from './gate.js';

const MOST = 255;

/**
 * Returns the tool call's id as the service takes it. An id that it would refuse is left out: the call is worth more.
 */
export function toolCallOf({ toolCallId }: Pick<Call, 'toolCallId'>): { toolCallId?: string } {
  const fits = typeof toolCallId === 'string' && toolCallId !== '' && toolCallId.length <= MOST;
  return fits && !/\p{Cs}/u.test(toolCallId) && !toolCallId.includes('\0') ? { toolCallId } : {};
}
