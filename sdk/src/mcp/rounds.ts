import type { JSONRPCMessage, JSONRPCRequest, JSONRPCResponse } from '@modelcontextprotocol/client';
import type { Json } from '../json.js';
import { canonicalJson } from '../wire/canonical-json.js';
import { CLIENT_GONE, type ToolCall } from './relay.js';
import { endOfTask, taskIn } from './server-tasks.js';

type Answer = JSONRPCMessage | null;
type Reply = (answer: Answer) => void;
/**
 * Sends the arguments of a call that may run, and returns the result that is neither a question nor a task. `onTask` gets
 * the id of the task that the client has been answered.
 */
export type Exchange = (args: Record<string, unknown>, onTask: (taskId: string) => void) => Promise<JSONRPCResponse>;
type Ask = (method: string, params: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** The client's next request of a call, and where its answer goes. */
interface Round {
  readonly request: JSONRPCRequest;
  readonly reply: Reply;
}

/**
 * In protocol 2026-07-28 a server asks its client with the result of a call, and the client makes the same call again
 * with its answers. All rounds are one call: it is asked for once, and recorded with the last result. A server may also
 * answer a task: its client goes on with that, and the call is recorded with the result of the task.
 */
export class Rounds {
  readonly #open = new Map<string, ((round: Round) => void)[]>();
  readonly #calls = new Set<Promise<void>>();
  readonly #gone = new AbortController();

  constructor(
    private readonly forward: (request: JSONRPCRequest) => Promise<JSONRPCResponse>,
    private readonly ask: Ask,
  ) {}

  /** The client is gone: the outcomes of tasks that run are not known. Resolves when all known outcomes are reported. */
  async abandon(): Promise<void> {
    this.#gone.abort(CLIENT_GONE);
    await Promise.allSettled(this.#calls);
  }

  /** @param make makes a call that begins; a round of an open call goes to the server, with the permitted arguments */
  handle({ request }: Pick<ToolCall, 'request'>, make: (exchange: Exchange) => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const next = this.#open.get(keyOf(request, request.params?.requestState))?.shift();
      if (next) {
        next({ request, reply: resolve });
        return;
      }
      let round: Round = { request, reply: resolve };
      const exchange: Exchange = async (args, onTask) => {
        for (;;) {
          const params = { ...round.request.params, arguments: args };
          const response = await this.forward({ ...round.request, params });
          const task = taskIn(response);
          if (task) {
            onTask(task.taskId);
            round.reply(response);
            return endOfTask(response, task, this.ask, this.#gone.signal);
          }
          if (!isQuestion(response)) return response;
          const coming = this.#next(keyOf(request, response.result.requestState));
          round.reply(response);
          round = await coming;
        }
      };
      const call = make(exchange)
        .then((answer) => round.reply(answer && { ...answer, id: round.request.id }), reject)
        .finally(() => this.#calls.delete(call));
      this.#calls.add(call);
    });
  }

  #next(key: string): Promise<Round> {
    return new Promise((resolve) => {
      const waiting = this.#open.get(key) ?? [];
      this.#open.set(key, waiting);
      waiting.push(resolve);
    });
  }
}

/** The client repeats its arguments and the server's state; with others it makes another call. */
function keyOf({ params }: JSONRPCRequest, state: unknown): string {
  const key: unknown = [params?.name, params?.arguments ?? {}, state ?? null];
  return canonicalJson(key as Json);
}

function isQuestion(response: JSONRPCResponse): response is JSONRPCResponse & { result: { requestState?: unknown } } {
  return 'result' in response && response.result.resultType === 'input_required';
}
