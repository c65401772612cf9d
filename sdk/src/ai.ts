import type { ModelMessage, ToolApprovalResponse, ToolModelMessage, ToolSet, UserModelMessage } from 'ai';
import { UngovernedCallError } from './errors.js';
import type { Session } from './session.js';
import { decisionsOn } from './tools/decisions.js';
import { noLongerText } from './tools/no-longer.js';
import { streamed } from './tools/streamed.js';
import { Toolbox, type ToolOptions } from './tools/toolbox.js';

export type { ToolOptions } from './tools/toolbox.js';

type Execute = (input: unknown, options: { abortSignal?: AbortSignal | undefined; toolCallId?: string }) => unknown;

/**
 * Returns the same tools for the Vercel AI SDK; each execution is asked for, recorded, and may be held for a person. A
 * call that may not run throws; the AI SDK hands the message on to the model as the tool's error.
 * @throws WrapOptionsError, UngovernedCallError for a tool that is executed elsewhere and not named in `reads`
 * @example const result = await generateText({ model, prompt, tools: governTools(tools, session, { reads: ['search'] })
 * });
 */
export function governTools<T extends ToolSet>(tools: T, session: Session, options: ToolOptions = {}): T {
  const toolbox = new Toolbox(session, options, Object.keys(tools));
  const governed = Object.entries(tools).map(([name, tool]) => {
    const execute = tool.execute as Execute | undefined;
    if (execute) {
      const needsApproval = options.pending === 'interrupt' && { needsApproval: needsPerson(toolbox, name, tool) };
      const notes = new Map<string, string>();
      const toModelOutput = !toolbox.isRead(name) && { toModelOutput: withNotes(tool, notes) };
      return [
        name,
        { ...tool, execute: governedExecute(toolbox, name, execute, notes), ...toModelOutput, ...needsApproval },
      ];
    }
    if (toolbox.isRead(name)) return [name, tool];
    throw new UngovernedCallError(
      `'${name}' has no execute: it runs elsewhere, where nothing can be asked. Name it in reads to let it pass.`,
    );
  });
  return Object.fromEntries(governed);
}

/**
 * A message that tells the model which of its earlier calls were undone; null where all of them hold. Put it last before
 * the model goes on, for example when a session is opened again.
 * @throws BackstopError
 */
export async function noLongerMessage(session: Session): Promise<UserModelMessage | null> {
  const content = await noLongerText(session);
  return content === null ? null : { role: 'user', content };
}

/**
 * Answers the tool approvals that the last run of `governTools(…, { pending: 'interrupt' })` asked for, as operators
 * decided them. Put the message last before the model goes on. Null while one of them waits for a person.
 * @throws BackstopError
 * @example const decided = await approvalResponses(session, messages);
 *   if (decided) await generateText({ model, tools, messages: [...messages, decided] });
 */
export async function approvalResponses(
  session: Session,
  messages: readonly ModelMessage[],
): Promise<ToolModelMessage | null> {
  const partsOf = ({ content }: ModelMessage): readonly Part[] => (typeof content === 'string' ? [] : content);
  const parts = messages.flatMap(partsOf);
  const answered = parts.flatMap((part) => (part.type === 'tool-approval-response' ? [part.approvalId] : []));
  const open = parts.flatMap((part) => (part.type === 'tool-approval-request' ? [part] : []));
  const waiting = open.filter(({ approvalId }) => !answered.includes(approvalId));
  if (waiting.length === 0) return null;
  const decisions = await decisionsOn(
    session,
    waiting.map(({ toolCallId }) => toolCallId),
  );
  const content: ToolApprovalResponse[] = [];
  for (const { approvalId, toolCallId } of waiting) {
    const decision = decisions.get(toolCallId);
    if (!decision) return null;
    content.push({ type: 'tool-approval-response', approvalId, ...decision });
  }
  return { role: 'tool', content };
}

type AnyTool = ToolSet[string];
type Part = Exclude<ModelMessage['content'], string>[number];

/** The program's own question comes first; the service is asked in any case, so that a person can decide meanwhile. */
function needsPerson(toolbox: Toolbox, name: string, { needsApproval: own }: AnyTool): AnyTool['needsApproval'] {
  return async (input: unknown, options: { toolCallId: string }) => {
    const wanted = typeof own === 'function' ? await own(input as never, options as never) : own === true;
    return (await toolbox.needsPerson(name, input, options.toolCallId)) || wanted;
  };
}

type ToModelOutput = NonNullable<AnyTool['toModelOutput']>;
type ModelOutput = Awaited<ReturnType<ToModelOutput>>;

/** The output of an edited call for the model, with what an operator changed. @param notes by the id of the tool call */
function withNotes({ toModelOutput: own }: AnyTool, notes: Map<string, string>): ToModelOutput {
  const toModelOutput = async (options: { toolCallId: string; input: unknown; output: unknown }) => {
    const { output, toolCallId } = options;
    const plain = own ? await own(options as never) : outputOf(output);
    const note = notes.get(toolCallId);
    return note === undefined ? plain : noted(plain, note);
  };
  return toModelOutput as ToModelOutput;
}

/** The AI SDK hands it on in this form. */
function outputOf(output: unknown): ModelOutput {
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: (output ?? null) as never };
}

function noted(output: ModelOutput, note: string): ModelOutput {
  const text = (value: string) => ({ type: 'text' as const, text: value });
  switch (output.type) {
    case 'text':
      return { ...output, value: `${output.value}\n\n${note}` };
    case 'json':
      return { type: 'content', value: [text(JSON.stringify(output.value)), text(note)] };
    case 'content':
      return { ...output, value: [...output.value, text(note)] };
    default:
      return output;
  }
}

function governedExecute(toolbox: Toolbox, name: string, execute: Execute, notes: Map<string, string>): Execute {
  if (toolbox.isRead(name)) return toolbox.isLogged(name) ? loggedRead(toolbox, name, execute) : execute;
  const run = (input: unknown, options: Parameters<Execute>[1], call: (input: unknown) => unknown) =>
    toolbox.run(name, input, call, {
      id: options?.toolCallId,
      signal: options?.abortSignal,
      edited: (note) => void notes.set(options?.toolCallId ?? '', note),
    });
  if (isGeneratorFunction(execute)) {
    return (input, options) =>
      streamed((values) =>
        run(input, options, (permitted) => values(execute(permitted, options) as AsyncIterable<unknown>)),
      );
  }
  return (input, options) => run(input, options, async (permitted) => lastOf(await execute(permitted, options)));
}

function loggedRead(toolbox: Toolbox, name: string, execute: Execute): Execute {
  return (input, options) => {
    const output = execute(input, options);
    if (isIterable(output)) return output;
    return Promise.resolve(output).then((value) => {
      toolbox.noteRead(name, input, value);
      return value;
    });
  };
}

/** Returns the last value of a function that turns out to stream only once it runs: that is its answer. */
async function lastOf(output: unknown): Promise<unknown> {
  if (!isIterable(output)) return output;
  let last: unknown;
  for await (const value of output) last = value;
  return last;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isGeneratorFunction(execute: Execute): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]';
}
