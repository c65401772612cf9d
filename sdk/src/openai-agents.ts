import type { Tool, UserMessageItem } from '@openai/agents';
import { BackstopError, UngovernedCallError } from './errors.js';
import type { Session } from './session.js';
import { noLongerText } from './tools/no-longer.js';
import { Toolbox, type ToolCall, type ToolOptions } from './tools/toolbox.js';

export type { ToolOptions } from './tools/toolbox.js';

/** A tool with any context. */
// biome-ignore lint/suspicious/noExplicitAny: an agent's context is the caller's own.
export type AgentTool = Tool<any>;
type FunctionTool = Extract<AgentTool, { type: 'function' }>;
type Details = Parameters<FunctionTool['invoke']>[2];

/** The text that the tools of @openai/agents return by themselves in place of an error. */
const FAILED = 'An error occurred while running the tool. Please try again. Error: ';

/**
 * Returns the same tool of the OpenAI Agents SDK, or list of tools; each execution is asked for, recorded, and may be
 * held for a person. A call that may not run answers the model with a text that says why, as the SDK reports a tool's
 * errors.
 * @throws WrapOptionsError, UngovernedCallError for a hosted tool that is not named in `reads`
 * @example const agent = new Agent({ name: 'Support', tools: governTools([refund, search], session, { reads: ['search']
 * }) });
 */
export function governTools<T extends AgentTool | readonly AgentTool[]>(
  tools: T,
  session: Session,
  options: ToolOptions = {},
): T {
  const list = (Array.isArray(tools) ? tools : [tools]) as readonly AgentTool[];
  const toolbox = new Toolbox(
    session,
    options,
    list.map(({ name }) => name),
  );
  const governed = list.map((tool) => {
    if (tool.type === 'function') return withInvoke(tool, governedInvoke(tool, toolbox));
    if (toolbox.isRead(tool.name)) return tool;
    throw new UngovernedCallError(
      `'${tool.name}' runs at the provider, where nothing can be asked. Name it in reads to let it pass.`,
    );
  });
  return (Array.isArray(tools) ? governed : governed[0]) as T;
}

/**
 * A message that tells the model which of its earlier calls were undone; null where all of them hold. Put it last before
 * the model goes on, for example when a session is opened again.
 * @throws BackstopError
 */
export async function noLongerMessage(session: Session): Promise<UserMessageItem | null> {
  const content = await noLongerText(session);
  return content === null ? null : { role: 'user', content };
}

/** A copy with everything that the SDK has put on a tool, seen or unseen. */
function withInvoke(tool: FunctionTool, invoke: FunctionTool['invoke']): FunctionTool {
  const copy = Object.create(Reflect.getPrototypeOf(tool), Object.getOwnPropertyDescriptors(tool));
  return Object.assign(copy, { invoke });
}

function governedInvoke(tool: FunctionTool, toolbox: Toolbox): FunctionTool['invoke'] {
  const { name } = tool;
  if (toolbox.isRead(name)) return toolbox.isLogged(name) ? loggedInvoke(tool, toolbox) : tool.invoke;
  return async (context, text, details) => {
    const input = inputOf(text);
    const run = async (permitted: unknown) => {
      const output = await tool.invoke(context, permitted === input ? text : JSON.stringify(permitted), details);
      if (typeof output === 'string' && output.startsWith(FAILED)) throw new ToolAnsweredError(output);
      return output;
    };
    try {
      return (await toolbox.run(name, input, run, callOf(details))) as string;
    } catch (error) {
      if (error instanceof ToolAnsweredError || error instanceof BackstopError) return error.message;
      throw error;
    }
  };
}

function loggedInvoke(tool: FunctionTool, toolbox: Toolbox): FunctionTool['invoke'] {
  return async (context, text, details) => {
    const output = await tool.invoke(context, text, details);
    toolbox.noteRead(tool.name, inputOf(text), output);
    return output;
  };
}

/** The tool failed, and has put that in words for the model already. */
class ToolAnsweredError extends Error {}

function callOf(details: Details): ToolCall {
  return { id: details?.toolCall?.callId, signal: details?.signal };
}

/** The tool itself refuses an input that is not JSON. */
function inputOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
