import type { Session } from '../session.js';

/**
 * What a model has to be told of its earlier calls that were undone since; null where all of them hold.
 * @throws BackstopError
 */
export async function noLongerText(session: Session): Promise<string | null> {
  const undone = await session.readNoLonger();
  if (undone.length === 0) return null;
  const named = undone.map(({ apiName, toolCallId }) =>
    toolCallId === null ? `- ${apiName}` : `- ${apiName} (tool call ${toolCallId})`,
  );
  return [
    'These earlier calls were undone and no longer hold. Do not rely on their results, and do not repeat them unless you are asked to:',
    ...named,
  ].join('\n');
}
