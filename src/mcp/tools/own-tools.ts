import type { ToolEntry } from './tool.js';

const actionId = { type: 'string', description: 'The actionId of an earlier result.' };
const object = (properties: object, required: readonly string[]) =>
  ({ type: 'object', properties, required, additionalProperties: false }) as const;
const hints = (readOnly: boolean, destructive: boolean) => ({
  readOnlyHint: readOnly,
  destructiveHint: destructive,
  idempotentHint: true,
  openWorldHint: false,
});

/** The tools of Backstop itself, which every client has. */
export const OWN_TOOLS = [
  {
    name: 'backstop_session',
    title: 'State what the session is for',
    description:
      'States the intent of this session in words, before the first call, and the user whose task it is. Backstop compares the calls with the intent. A session keeps what was stated first.',
    inputSchema: object(
      {
        intent: { type: 'string', minLength: 1, maxLength: 10_000 },
        onBehalfOf: {
          type: 'string',
          minLength: 1,
          maxLength: 255,
          description: 'The user: an e-mail address or an id.',
        },
        labels: { type: 'object', maxProperties: 20, additionalProperties: { type: 'string' } },
      },
      ['intent'],
    ),
    annotations: hints(false, false),
  },
  {
    name: 'backstop_wait',
    title: 'Wait for a call',
    description: 'Waits up to 50 seconds for the decision on a call that waits for a person, or for its outcome.',
    inputSchema: object({ actionId }, ['actionId']),
    annotations: hints(true, false),
  },
  {
    name: 'backstop_cancel',
    title: 'Take a call back',
    description: 'Takes back a call that has not begun, also one that waits for a person.',
    inputSchema: object({ actionId }, ['actionId']),
    annotations: hints(false, false),
  },
  {
    name: 'backstop_rollback',
    title: 'Undo calls of this session',
    description:
      'Undoes the calls of this session, the last effect first. With actionId: that call and every later effect, and the session stays open. Without it the session ends.',
    inputSchema: object({ actionId }, []),
    annotations: hints(false, true),
  },
] as const satisfies readonly ToolEntry[];

export type OwnTool = (typeof OWN_TOOLS)[number]['name'];

export const isOwnTool = (name: string): name is OwnTool => OWN_TOOLS.some((tool) => tool.name === name);
