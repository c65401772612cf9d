import type { Session } from '../session.js';

/**
 * Answers the text that tells a model which of its earlier calls were undone since; null when all of them hold.
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
