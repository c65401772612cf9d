import {
  type MCPServer,
  RunContext,
  type RunState,
  type Tool,
  tool as toolOf,
  type UserMessageItem,
} from '@openai/agents';
import { BackstopError, UngovernedCallError } from './errors.js';
import type { Session } from './session.js';
import { decisionsOn } from './tools/decisions.js';
import { firstArgument, governedPart, methodAndArguments, type PartOf } from './tools/in-process.js';
import { noLongerText } from './tools/no-longer.js';
import { Toolbox, type ToolCall, type ToolOptions } from './tools/toolbox.js';
import { isMembraneProxy, markWrapped } from './wrapping/membrane.js';

export type { ToolOptions } from './tools/toolbox.js';

/** A tool with any context. */
// biome-ignore lint/suspicious/noExplicitAny: an agent's context is the caller's own.
export type AgentTool = Tool<any>;
type FunctionTool = Extract<AgentTool, { type: 'function' }>;
type Details = Parameters<FunctionTool['invoke']>[2];
type Call = (...args: unknown[]) => unknown;

/**
 * Returns the same tool of the OpenAI Agents SDK, or list of tools; each execution is asked for, recorded, and may be
 * held for a person. A call that may not run answers the model with a text that says why, as the SDK reports a tool's
 * errors. A run of an agent that has one of them is refused while the agent has an MCP server, or a tool of another type
 * than a function, that is not governed.
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
    if (tool.type === 'function') {
      const needsApproval = options.pending === 'interrupt' && { needsApproval: needsPerson(tool, toolbox) };
      const isEnabled = enabledAmongGoverned(tool);
      return copyWith(tool, { invoke: governedInvoke(tool, toolbox), isEnabled, ...needsApproval });
    }
    if (toolbox.isRead(tool.name)) return markWrapped(tool);
    const inProcess = governedInProcess(tool, toolbox);
    if (inProcess) return markWrapped(inProcess);
    throw new UngovernedCallError(
      `'${tool.name}' runs at the provider, where nothing can be asked. Name it in reads to let it pass.`,
    );
  });
  return (Array.isArray(tools) ? governed : governed[0]) as T;
}

/**
 * Returns the same MCP server of an agent (`mcpServers`), whose tools are asked for as `<connector>.<tool>`. A call that
 * may not run answers the model with a text that says why.
 * @example new Agent({ name: 'Support', mcpServers: [governMcpServer(server, session, { connector: 'files' })] });
 */
export function governMcpServer<T extends MCPServer>(server: T, session: Session, options: ToolOptions = {}): T {
  let known: Promise<Toolbox> | null = null;
  const readToolbox = async () => {
    const tools = await server.listTools();
    return new Toolbox(
      session,
      options,
      tools.map(({ name }) => name),
    );
  };
  const toolboxOf = () => {
    known ??= readToolbox().catch((error) => {
      // The next call asks again.
      known = null;
      throw error;
    });
    return known;
  };
  const governed = (method: 'callTool' | 'callToolResult', refused: (message: string) => unknown) => {
    return async (name: string, input: unknown, ...rest: unknown[]) => {
      const toolbox = await toolboxOf();
      const run = (args: unknown) => (server[method] as Call).call(server, name, args, ...rest);
      try {
        if (toolbox.isRead(name)) return await run(input);
        return await toolbox.run(name, input ?? {}, (args) => run(args));
      } catch (error) {
        if (error instanceof BackstopError) return refused(error.message);
        throw error;
      }
    };
  };
  const textOf = (message: string) => [{ type: 'text', text: message }];
  const calls: Record<PropertyKey, unknown> = {
    callTool: governed('callTool', textOf),
    ...(server.callToolResult && {
      callToolResult: governed('callToolResult', (message) => ({ content: textOf(message), isError: true })),
    }),
  };
  const proxy = new Proxy(server, {
    get: (target, key) => {
      if (Object.hasOwn(calls, key)) return calls[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return markWrapped(proxy);
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

/**
 * Approves and rejects the interruptions of a run of `governTools(…, { pending: 'interrupt' })` as operators decided them;
 * run the agent again with the same state afterwards. The state may come from `RunState.fromString`, in any process.
 * @returns the number of interruptions that still wait for a person
 * @throws BackstopError
 * @example if ((await decideInterruptions(session, result.state)) === 0) result = await run(agent, result.state);
 */
// biome-ignore lint/suspicious/noExplicitAny: the context and the agents of a run are the caller's own.
export async function decideInterruptions(session: Session, state: RunState<any, any>): Promise<number> {
  const idOf = ({ rawItem }: { readonly rawItem: object }) => String((rawItem as { callId?: unknown }).callId);
  const waiting = state.getInterruptions();
  const decisions = await decisionsOn(session, waiting.map(idOf));
  let open = 0;
  for (const item of waiting) {
    const decision = decisions.get(idOf(item));
    if (!decision) open += 1;
    else if (decision.approved) state.approve(item);
    else state.reject(item, { message: decision.reason });
  }
  return open;
}

/** The program's own question comes first; the service is asked in any case, so that a person can decide meanwhile. */
function needsPerson(tool: FunctionTool, toolbox: Toolbox): FunctionTool['needsApproval'] {
  return async (context, input, callId) => {
    const wanted = await tool.needsApproval(context, input, callId);
    return (await toolbox.needsPerson(tool.name, input, callId)) || wanted;
  };
}

/** The SDK asks each tool of an agent before a turn whether it is there, with the agent. */
function enabledAmongGoverned({ isEnabled }: FunctionTool): FunctionTool['isEnabled'] {
  return async (context, agent) => {
    const { name, tools, mcpServers } = agent;
    const server = mcpServers.find((one) => !isMembraneProxy(one));
    if (server)
      throw new UngovernedCallError(
        `Nothing asks before the MCP server '${server.name}' of the agent '${name}' acts: put governMcpServer(server, session) into mcpServers.`,
      );
    const tool = tools.find((one) => one.type !== 'function' && !isMembraneProxy(one));
    if (tool)
      throw new UngovernedCallError(
        `Nothing asks before the tool '${tool.name}' of the agent '${name}' acts: give it to governTools as well.`,
      );
    return isEnabled(context, agent);
  };
}

/** A copy with everything that the SDK has put on a tool, seen or unseen. */
function copyWith<T extends AgentTool>(tool: T, changed: object): T {
  const copy = Object.create(Reflect.getPrototypeOf(tool), Object.getOwnPropertyDescriptors(tool));
  return Object.assign(copy, changed);
}

/** A tool that the SDK calls hosted and that acts in this process, through an object of the program; null for others. */
function governedInProcess(tool: AgentTool, toolbox: Toolbox): AgentTool | null {
  const part = { toolbox, name: tool.name };
  switch (tool.type) {
    case 'shell': {
      if (!tool.shell) return null;
      const refused = (stderr: string) => ({
        output: [{ stdout: '', stderr, outcome: { type: 'exit', exitCode: 1 } }],
      });
      return copyWith(tool, { shell: governedPart(tool.shell, part, { ...firstArgument, refused }) });
    }
    case 'apply_patch': {
      const refused = (output: string) => ({ status: 'failed', output });
      return copyWith(tool, { editor: governedPart(tool.editor, part, { ...firstArgument, refused }) });
    }
    case 'computer':
      return copyWith(tool, { computer: governedComputer(tool.computer, part) });
    default:
      return null;
  }
}

/** A computer, or what makes one for each run. */
function governedComputer(computer: unknown, part: PartOf): unknown {
  const governed = (one: object) => governedPart(one, part, { ...methodAndArguments, reads: LOOKING });
  const making =
    (make: Call) =>
    async (...args: unknown[]) =>
      governed((await make(...args)) as object);
  if (typeof computer === 'function') return making(computer as Call);
  const { create } = computer as { create?: Call };
  if (typeof create !== 'function') return governed(computer as object);
  return { ...(computer as object), create: making((...args) => create.apply(computer, args)) };
}

/** Methods of a computer that change nothing. */
const LOOKING = ['screenshot', 'wait', 'initRun'];

function governedInvoke(tool: FunctionTool, toolbox: Toolbox): FunctionTool['invoke'] {
  const { name } = tool;
  if (toolbox.isRead(name)) return toolbox.isLogged(name) ? loggedInvoke(tool, toolbox) : tool.invoke;
  return async (context, text, details) => {
    const input = inputOf(text);
    const run = async (permitted: unknown) => {
      const output = await tool.invoke(context, permitted === input ? text : JSON.stringify(permitted), details);
      if (typeof output === 'string' && (await isFailure)(output)) throw new ToolAnsweredError(output);
      return output;
    };
    const notes: string[] = [];
    try {
      const call = { ...callOf(details), edited: (note: string) => void notes.push(note) };
      return withNotes(await toolbox.run(name, input, run, call), notes, tool) as string;
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

/** The SDK takes texts and parts to the model; an answer of a declared form stays as it is. */
function withNotes(output: unknown, notes: readonly string[], tool: FunctionTool): unknown {
  if (notes.length === 0 || 'outputSchema' in tool) return output;
  const parts = notes.map((text) => ({ type: 'text', text }));
  if (Array.isArray(output) && output.every(isPart)) return [...output, ...parts];
  if (isPart(output)) return [output, ...parts];
  return [typeof output === 'string' ? output : JSON.stringify(output), ...notes].join('\n\n');
}

function isPart(value: unknown): boolean {
  return typeof value === 'object' && value !== null && /^(text|image|file)$/.test(String(Reflect.get(value, 'type')));
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

const DETAILS = 'details of the error';

/** Tells the text that tools return by themselves in the place of an error: the installed version has its own words. */
const isFailure = wordsOfFailure().catch(() => () => false);

async function wordsOfFailure(): Promise<(output: string) => boolean> {
  const failing = toolOf({
    name: 'fail',
    description: 'Fails',
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
    execute: () => Promise.reject(Object.assign(new Error(DETAILS), { toString: () => DETAILS })),
  });
  const failed = String(await failing.invoke(new RunContext(), '{}'));
  const [before = ''] = failed.split(DETAILS);
  return before === failed ? (output) => output === failed : (output) => output.startsWith(before);
}
