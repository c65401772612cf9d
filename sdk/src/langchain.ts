import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { ApprovalPendingError, BackstopError, UngovernedCallError, WrapOptionsError } from './errors.js';
import type { Session } from './session.js';
import { noLongerText } from './tools/no-longer.js';
import { Toolbox, type ToolOptions } from './tools/toolbox.js';

export type { ToolOptions } from './tools/toolbox.js';

/** A tool with any schema: LangChain's own defaults are narrower than its tools. */
// biome-ignore lint/suspicious/noExplicitAny: a tool's schema is the caller's own.
export type LangChainTool = StructuredToolInterface<any, any, any>;

interface Config {
  readonly signal?: AbortSignal;
  readonly toolCall?: { readonly id?: string };
}
/** `interrupt` of `@langchain/langgraph`. */
type Interrupt = (value: unknown) => unknown;

/** {@link ToolOptions} for a graph of LangGraph. */
export interface LangChainToolOptions extends ToolOptions {
  /**
   * `interrupt` of `@langchain/langgraph`, for a graph with a checkpointer: a call that a person has to approve interrupts
   * the graph with `{ tool, actionId, approvalId, url, message }`. Resume it after the decision, with any value, in any
   * process: the service says what was decided.
   */
  readonly interrupt?: Interrupt;
}

type Run = (input: unknown, manager?: unknown, config?: Config) => unknown;
type Invoke = (input: unknown, config?: unknown) => Promise<unknown>;

/**
 * Returns the same LangChain tool, or list of tools; each execution is asked for, recorded, and may be held for a
 * person. A call that may not run answers a model's tool call with a `ToolMessage` of status `error` that says why;
 * invoked with plain arguments it throws.
 * @throws WrapOptionsError, UngovernedCallError for a tool whose class runs it in a way of its own
 * @example const agent = createAgent({ model, tools: governTools(tools, session, { reads: ['search'] }) });
 */
export function governTools<T extends LangChainTool | readonly LangChainTool[]>(
  tools: T,
  session: Session,
  { interrupt, ...options }: LangChainToolOptions = {},
): T {
  if (options.pending === 'interrupt' && !interrupt)
    throw new WrapOptionsError("pending: 'interrupt' needs the option interrupt: that of @langchain/langgraph");
  const list = (Array.isArray(tools) ? tools : [tools]) as readonly LangChainTool[];
  const toolbox = new Toolbox(
    session,
    { ...options, ...(interrupt && { pending: 'interrupt' }) },
    list.map(({ name }) => name),
  );
  const governed = list.map((tool) =>
    toolbox.isRead(tool.name) ? readOf(tool, toolbox) : governedTool(tool, toolbox, interrupt),
  );
  return (Array.isArray(tools) ? governed : governed[0]) as T;
}

/**
 * A message that tells the model which of its earlier calls were undone; null where all of them hold. Put it last before
 * the model goes on, for example when a session is opened again.
 * @throws BackstopError
 */
export async function noLongerMessage(session: Session): Promise<HumanMessage | null> {
  const content = await noLongerText(session);
  return content === null ? null : new HumanMessage(content);
}

function governedTool(tool: LangChainTool, toolbox: Toolbox, interrupt?: Interrupt): LangChainTool {
  const { _call, func } = tool as { _call?: Run; func?: Run };
  if (typeof _call !== 'function' || definitionsOf(tool, 'invoke') !== 1) {
    throw new UngovernedCallError(
      `'${tool.name}' does not run as LangChain's own tools do. Make it with tool() of @langchain/core/tools, or name it in reads.`,
    );
  }
  /** The notes for the model about edited calls, by the id of the call. */
  const notes = new Map<string, string>();
  const asked = (run: Run): Run => {
    return async (input, manager, config) => {
      const id = config?.toolCall?.id;
      const edited = (note: string) => void (id !== undefined && notes.set(id, note));
      const call = { id, signal: config?.signal, edited };
      const permitted = async (args: unknown) => run.call(tool, args, manager, config);
      for (;;) {
        try {
          return await toolbox.run(tool.name, input, permitted, call);
        } catch (error) {
          if (!interrupt || !(error instanceof ApprovalPendingError)) throw error;
          // It throws the first time. When the graph is resumed it returns, whatever was decided, so the service is asked.
          interrupt(pendingCall(tool.name, error));
        }
      }
    };
  };
  const invoke = tool.invoke as Invoke;
  return Object.create(tool, {
    _call: { value: asked(_call) },
    ...(typeof func === 'function' && { func: { value: asked(func) } }),
    invoke: {
      async value(this: LangChainTool, input: unknown, config?: unknown) {
        try {
          const answer = await invoke.call(this, input, config);
          return isToolCall(input) ? withNote(answer, notes, input.id) : answer;
        } catch (error) {
          if (error instanceof BackstopError && isToolCall(input)) return refusal(error, tool.name, input.id);
          throw error;
        }
      },
    },
  });
}

function readOf(tool: LangChainTool, toolbox: Toolbox): LangChainTool {
  const { _call } = tool as { _call?: Run };
  if (!toolbox.isLogged(tool.name) || typeof _call !== 'function') return tool;
  const logged: Run = async (input, manager, config) => {
    const output = await _call.call(tool, input, manager, config);
    toolbox.noteRead(tool.name, input, output);
    return output;
  };
  return Object.create(tool, { _call: { value: logged } });
}

function withNote(answer: unknown, notes: Map<string, string>, toolCallId: string): unknown {
  const note = notes.get(toolCallId);
  notes.delete(toolCallId);
  if (note === undefined || !(answer instanceof ToolMessage)) return answer;
  const { content } = answer;
  answer.content = typeof content === 'string' ? `${content}\n\n${note}` : [...content, { type: 'text', text: note }];
  return answer;
}

function pendingCall(tool: string, { actionId, approvalId, url, message }: ApprovalPendingError) {
  return { tool, actionId, approvalId, url, message };
}

function refusal(error: BackstopError, name: string, toolCallId: string): ToolMessage {
  return new ToolMessage({ status: 'error', content: error.message, name, tool_call_id: toolCallId });
}

function isToolCall(input: unknown): input is { id: string } {
  return typeof input === 'object' && input !== null && 'type' in input && input.type === 'tool_call' && 'id' in input;
}

/** Counts the levels of its classes that define a member. */
function definitionsOf(target: object, name: string): number {
  let found = 0;
  for (let level: object | null = target; level; level = Reflect.getPrototypeOf(level)) {
    if (Object.hasOwn(level, name)) found += 1;
  }
  return found;
}
