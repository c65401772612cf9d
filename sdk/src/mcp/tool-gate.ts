import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  SERVER_INFO_META_KEY,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Edit } from '../asking/gate.js';
import type { WrapSettings } from '../asking/settings.js';
import { AlreadyRunError, BackstopError } from '../errors.js';
import type { Json, JsonObject } from '../json.js';
import { type GovernedCall, governedCall } from '../method-client/governed-call.js';
import { record, recordObject } from '../method-client/recording/recorded.js';
import type { Signature } from '../method-client/signature.js';
import type { Session } from '../session.js';
import { attempt } from '../tools/abort.js';
import { editNote } from '../tools/edit-note.js';
import { toolInput } from '../tools/tool-input.js';
import { toolPath } from '../tools/tool-name.js';
import { wrapSettings } from '../wrapping/options.js';
import type { ProxyOptions } from './arguments.js';
import { Catalogue } from './catalogue.js';
import { callInItsSession, type PreparedCall, type Sessions } from './in-its-session.js';
import { ToolError, type UseTool } from './known/known-server.js';
import { knownServer } from './known/servers.js';
import { OwnTasks, type TaskCall } from './own-tasks.js';
import { reportWaiting } from './progress.js';
import { CLIENT_GONE, isWithoutHandshake, Relay, type ToolCall } from './relay.js';
import { type Exchange, Rounds } from './rounds.js';
import { sampleOf } from './sample.js';
import type { Journal } from './state/journal.js';
import { StateRecorder } from './state/state-recorder.js';
import type { WaitingCalls } from './state/waiting-calls.js';
import { type ListedTool, treatmentOf } from './tool-policy.js';

type Result = Record<string, unknown>;

/** The protocol that has tasks in its core. */
const TASK_PROTOCOL = '2025-11-25';

/** The state that a proxy keeps on its machine. */
interface Kept {
  readonly journal: Journal;
  readonly waiting: WaitingCalls;
}

/** Stands between a client and a server; every call of a tool that may change something goes through the gate. */
export class ToolGate {
  readonly #relay: Relay;
  readonly #rounds = new Rounds(
    (request) => this.#relay.forward(request),
    (method, params) => this.#relay.ask(method, params),
  );
  /** The notes for the model that go with the result of a task of the server, by the id of the task. */
  readonly #taskNotes = new Map<string, readonly string[]>();
  readonly #catalogue: Catalogue;
  readonly #witness: StateRecorder;
  readonly #settings: WrapSettings;
  readonly #waiting: WaitingCalls;
  readonly #tasks: OwnTasks;
  #isInitialized = false;
  /** The server runs calls as tasks by itself. */
  #hasTasks = false;
  #offersTasks = false;

  /** @throws WrapOptionsError */
  constructor(
    client: Transport,
    private readonly server: Transport,
    private readonly sessions: Sessions,
    { journal, waiting }: Kept,
    private readonly options: ProxyOptions,
  ) {
    const { pending, pollIntervalMs, timeoutMs, redact } = options;
    const connector = options.connector ?? 'mcp';
    this.#settings = wrapSettings({ connector, pending, pollIntervalMs, timeoutMs, redact }, []);
    this.#waiting = waiting;
    this.#tasks = new OwnTasks((call) => this.#runTask(call), waiting);
    this.#relay = new Relay(client, server, async (call) =>
      (await this.#isOwnTask(call.request))
        ? this.#tasks.begin(call.request)
        : this.#rounds.handle(call, (exchange) => this.#handle(call, exchange)),
    );
    this.#relay.answerOwn = (request) =>
      this.#offersTasks && request.method.startsWith('tasks/') ? this.#answerTask(request) : null;
    this.#relay.onServerMessage = (message) => this.#notice(message);
    this.#relay.rewrite = (request, response) => this.#offered(request, this.#withTaskNotes(request, response));
    this.#relay.onClientMessage = (message) => {
      // The tools are judged as the client knows them, also where the server has not said that they changed.
      if ('method' in message && message.method === 'tools/list') this.#catalogue.forget();
    };
    this.#catalogue = new Catalogue((method, params) => this.#relay.ask(method, params));
    this.#witness = new StateRecorder(journal, this.#use);
  }

  readonly #use: UseTool = async ({ tool, args }) => {
    const result = await this.#relay.ask('tools/call', { name: tool, arguments: args });
    if (result.isError) throw new ToolError(textOf(result));
    return result;
  };

  /** Gives up every call: waiting calls do not run any more. Resolves when all known outcomes are reported. */
  async abandon(): Promise<void> {
    await Promise.all([this.#relay.abandon(), this.#rounds.abandon(), this.#tasks.abandon(CLIENT_GONE)]);
  }

  /** Offers a client of protocol 2025-11-25 tasks for governed tools whose server has none. */
  #offered({ method }: JSONRPCRequest, response: JSONRPCResponse): JSONRPCResponse {
    if (!('result' in response)) return response;
    const { result } = response;
    if (method === 'initialize' && result.protocolVersion === TASK_PROTOCOL) {
      const { tasks, ...others } = result.capabilities as { tasks?: { requests?: { tools?: { call?: unknown } } } };
      this.#hasTasks = tasks?.requests?.tools?.call !== undefined;
      this.#offersTasks = true;
      const requests = { ...tasks?.requests, tools: { call: {} } };
      const capabilities = { ...others, tasks: { ...tasks, cancel: {}, requests } };
      return { ...response, result: { ...result, capabilities } };
    }
    if (method !== 'tools/list' || !this.#offersTasks || !Array.isArray(result.tools)) return response;
    const tools = (result.tools as ListedTool[]).map((tool) =>
      this.#isTaskHere(tool) ? { ...tool, execution: { ...tool.execution, taskSupport: 'optional' } } : tool,
    );
    return { ...response, result: { ...result, tools } };
  }

  /** True where the proxy runs the task of a tool: it is governed, and its server runs none. */
  #isTaskHere(tool: ListedTool): boolean {
    if (this.#hasTasks && /^(optional|required)$/.test(tool.execution?.taskSupport ?? '')) return false;
    return treatmentOf(tool.name, tool, this.options, this.#catalogue.known) !== 'pass';
  }

  async #isOwnTask({ params }: JSONRPCRequest): Promise<boolean> {
    if (!this.#offersTasks || params?.task === undefined) return false;
    const tool = await this.#catalogue.find(String(params.name)).catch(() => undefined);
    return tool !== undefined && this.#isTaskHere(tool);
  }

  #runTask(call: TaskCall): Promise<JSONRPCMessage | null> {
    const { request, signal } = call;
    const exchange: Exchange = (args) =>
      this.#relay.forward({ ...request, params: { ...request.params, arguments: args } }, signal);
    return this.#handle(call, exchange);
  }

  async #answerTask(request: JSONRPCRequest): Promise<JSONRPCMessage | null> {
    const { id, params } = request;
    const answer = await this.#tasks.answer(request);
    if (answer || this.#hasTasks || params?.taskId === undefined) return answer;
    return { jsonrpc: '2.0', id, error: { code: -32602, message: 'Failed to retrieve task: Task not found' } };
  }

  /** The client reads the result of a task of the server by a request of its own. */
  #withTaskNotes({ method, params }: JSONRPCRequest, response: JSONRPCResponse): JSONRPCResponse {
    const notes = this.#taskNotes.get(String(params?.taskId));
    if (!notes || !('result' in response)) return response;
    if (method === 'tasks/result') return withNotes(response, notes);
    const { result } = response.result;
    if (method !== 'tasks/get' || result === undefined) return response;
    return { ...response, result: { ...response.result, result: noted(result as Result, notes) } };
  }

  /** Reads the messages that the proxy itself must know. */
  #notice(message: JSONRPCMessage): void {
    if ('method' in message && message.method === 'notifications/tools/list_changed') this.#catalogue.forget();
    if (!('result' in message) || this.#isInitialized) return;
    const { protocolVersion, serverInfo, _meta } = message.result as Result;
    const hasHandshake = typeof protocolVersion === 'string';
    // Without a handshake, in protocol 2026-07-28, every result may say who the server is.
    const info = hasHandshake ? serverInfo : (_meta as Result | undefined)?.[SERVER_INFO_META_KEY];
    if (typeof info !== 'object' || info === null) return;
    this.#isInitialized = true;
    if (hasHandshake) this.server.setProtocolVersion?.(protocolVersion);
    // Over a network any server can claim that name.
    const isLocal = 'command' in this.options.server;
    this.#catalogue.known = isLocal ? knownServer(String((info as { name?: unknown }).name)) : undefined;
  }

  async #handle(call: ToolCall | TaskCall, exchange: Exchange): Promise<JSONRPCMessage | null> {
    const { request, signal } = call;
    try {
      const name = String(request.params?.name);
      const tool = await this.#catalogue.find(name);
      const treatment = treatmentOf(name, tool, this.options, this.#catalogue.known);
      if (treatment === 'pass') return await this.#pass(request, name);
      const missing = await this.#catalogue.missing(this.options.holds);
      if (missing !== undefined) {
        return refusal(
          request,
          `backstop-mcp: --hold names '${missing}', which the server does not list. Nothing ran.`,
        );
      }
      return await this.#governed(call, exchange, tool, treatment === 'hold');
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof ToolAnswer) return error.response;
      if (error instanceof AlreadyRunError && error.outcome === 'SUCCESS') return recorded(request, error);
      if (error instanceof BackstopError) return refusal(request, error.message);
      const message = error instanceof Error ? error.message : String(error);
      return { jsonrpc: '2.0', id: request.id, error: { code: -32603, message } };
    }
  }

  async #pass(request: JSONRPCRequest, name: string): Promise<JSONRPCResponse> {
    const response = await this.#relay.forward(request);
    if (this.options.logsReads && 'result' in response) {
      const { isRedacted } = this.#settings;
      const payload = recordObject(argumentsOf(request), isRedacted).json;
      const output = record(response.result, isRedacted).json;
      const call = { apiName: this.#apiName(name), operationType: 'READ' as const, payload };
      this.sessions
        .open()
        .then((session) => session.report(call, output))
        .catch((error) => process.stderr.write(`backstop-mcp: a read was not recorded: ${error.message}\n`));
    }
    return response;
  }

  async #governed(
    { request, signal, ...asTask }: ToolCall | TaskCall,
    exchange: Exchange,
    tool: ListedTool | undefined,
    isHeld: boolean,
  ): Promise<JSONRPCMessage> {
    const name = String(request.params?.name);
    const saying = reportWaiting(request, (message) => this.#relay.notifyClient(message));
    const { begin, result } = attempt(signal);
    try {
      const task = 'taskId' in asTask ? asTask : null;
      const outlives = task !== null || this.options.pending === 'throw';
      const settings: WrapSettings = { ...this.#settings, throwsPending: outlives, requiresApproval: () => isHeld };
      const known = this.#catalogue.known;
      const sent = argumentsOf(request);
      const args = known?.canonical ? await result(known.canonical(sent, this.#use)) : sent;
      const operationType = known?.operations[name] ?? 'EXECUTE';
      const operation = { path: toolPath(name), apiName: this.#apiName(name), operationType };
      const signature = { ...toolInput, response: resultOf, simulate: simulated(request, tool) } satisfies Signature;
      const notes: string[] = [];
      // The question of a call that outlives its client stays, unless the client takes it back.
      const asking = outlives ? cancelling(signal) : signal;
      const make = (session: Session) => {
        const run = async (
          [permitted]: readonly unknown[],
          actionId: string,
          edit: Edit | null,
        ): Promise<JSONRPCResponse> => {
          if (signal.aborted) throw new BackstopError('The client ended the call before it ran.', { code: 'aborted' });
          begin();
          task?.onBegin();
          if (edit) notes.push(editNote(edit));
          saying.end();
          const own = permitted as Result;
          const onTask = (taskId: string) => notes.length > 0 && this.#taskNotes.set(taskId, notes);
          const forward = async () => answered(await exchange(own, onTask));
          if (!known) return forward();
          return this.#witness.watch(known, { sessionId: session.id, actionId, tool: name, args: own }, forward);
        };
        const governed: GovernedCall = { operation, signature, args: [args], call: run, signal: asking };
        return governedCall(governed, session.gate(settings), settings);
      };
      const giveUp: PreparedCall['giveUp'] = (session, { actionId, approvalId }) =>
        session.gate(settings).giveUp(actionId, approvalId);
      const isCancelled = () => signal.aborted && signal.reason !== CLIENT_GONE;
      const kept = task && { task: { taskId: task.taskId, params: request.params as JsonObject } };
      const making = { apiName: operation.apiName, args: args as Json, signal, isCancelled, make, giveUp, ...kept };
      const waitMs = task ? Number.POSITIVE_INFINITY : this.options.waitMs;
      const made = callInItsSession(this.sessions, outlives ? this.#waiting : null, waitMs, making);
      // A task has ended once its question is taken back.
      const answer = await (task ? made : result(made));
      return withNotes(answer as JSONRPCResponse, notes);
    } finally {
      saying.end();
    }
  }

  #apiName(tool: string): string {
    return `${this.options.connector ?? this.#catalogue.known?.id ?? 'mcp'}.${toolPath(tool)}`;
  }
}

/** Aborted as this one is, but not where the client is gone. */
function cancelling(signal: AbortSignal): AbortSignal {
  const abort = new AbortController();
  const end = () => signal.reason !== CLIENT_GONE && abort.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return abort.signal;
}

/** The server's own words about a call that failed: recorded as failed, and handed on as they are. */
class ToolAnswer extends Error {
  constructor(readonly response: JSONRPCResponse) {
    super('error' in response ? response.error.message : textOf(response.result));
    this.name = 'ToolError';
  }
}

/** The answer of a call that another process has made meanwhile. */
function recorded(request: JSONRPCRequest, { response, edited }: AlreadyRunError): JSONRPCMessage {
  const notes = ['The call ran before, once, and did not run again. This is the recorded answer of it.'];
  if (edited) notes.push(editNote(edited as Edit));
  const result = (typeof response === 'object' && response !== null ? response : {}) as Result;
  return withNotes(answerTo(request, result), notes);
}

/** Adds the notes for the model after the server's own content. */
function withNotes(response: JSONRPCResponse, notes: readonly string[]): JSONRPCResponse {
  if (notes.length === 0 || !('result' in response)) return response;
  return { ...response, result: noted(response.result, notes) };
}

function noted(result: Result, notes: readonly string[]): Result {
  const content = Array.isArray(result.content) ? result.content : [];
  return { ...result, content: [...content, ...notes.map((text) => ({ type: 'text', text }))] };
}

function answered(response: JSONRPCResponse): JSONRPCResponse {
  if ('error' in response || response.result.isError) throw new ToolAnswer(response);
  return response;
}

function resultOf(response: unknown): unknown {
  return (response as { result: unknown }).result;
}

function simulated(request: JSONRPCRequest, tool: ListedTool | undefined) {
  const text = 'Simulated: nothing was run, for the key is a test key.';
  const structured = tool?.outputSchema === undefined ? {} : { structuredContent: sampleOf(tool.outputSchema) as Json };
  return () => answerTo(request, { content: [{ type: 'text', text }], ...structured });
}

function refusal(request: JSONRPCRequest, text: string): JSONRPCMessage {
  return answerTo(request, { content: [{ type: 'text', text }], isError: true });
}

/** A result of the proxy's own; protocol 2026-07-28 has each result say that it is one. */
function answerTo(request: JSONRPCRequest, result: Result): JSONRPCResponse {
  const marked = isWithoutHandshake(request) ? { resultType: 'complete', ...result } : result;
  return { jsonrpc: '2.0', id: request.id, result: marked };
}

function argumentsOf({ params }: JSONRPCRequest): Result {
  return (params?.arguments as Result | undefined) ?? {};
}

function textOf(result: Result): string {
  const content = Array.isArray(result.content) ? (result.content as { text?: unknown }[]) : [];
  return content.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}
