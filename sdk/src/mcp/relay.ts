import { randomUUID } from 'node:crypto';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';

/** A call of a tool, as the client made it. */
export interface ToolCall {
  readonly request: JSONRPCRequest;
  /** Aborted when the client cancels the call, or is gone. */
  readonly signal: AbortSignal;
}

/** Returns the client's answer, or null if the client no longer wants one. */
export type HandleCall = (call: ToolCall) => Promise<JSONRPCMessage | null>;

interface Held {
  readonly abort: AbortController;
  isForwarded: boolean;
}

const TOOL_CALL = 'tools/call';
const CANCELLED = 'notifications/cancelled';

/** Every message passes as it came, both ways, but for calls of tools. */
export class Relay {
  readonly #awaited = new Map<RequestId, (response: JSONRPCResponse) => void>();
  readonly #held = new Map<RequestId, Held>();
  readonly #calls = new Set<Promise<void>>();
  /** Called with each message of the server, before the client gets it. */
  onServerMessage: (message: JSONRPCMessage) => void = () => undefined;

  constructor(
    private readonly client: Transport,
    private readonly server: Transport,
    private readonly handleCall: HandleCall,
  ) {
    client.onmessage = (message) => this.#fromClient(message);
    server.onmessage = (message) => this.#fromServer(message);
  }

  /** The request as it came; the answer comes here and nowhere else. */
  forward(request: JSONRPCRequest): Promise<JSONRPCResponse> {
    const held = this.#held.get(request.id);
    if (!held) return this.#exchange(request);
    held.isForwarded = true;
    const { signal } = held.abort;
    return new Promise((resolve, reject) => {
      // The server may never answer a call that was cancelled.
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#exchange(request).then(resolve, reject);
    });
  }

  /** A request of the proxy's own. @throws Error with the server's message */
  async ask(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
    const response = await this.#exchange({ jsonrpc: '2.0', id: `backstop-${randomUUID()}`, method, params });
    if ('error' in response) throw new Error(response.error.message);
    return response.result;
  }

  tellClient(message: JSONRPCMessage): void {
    this.client.send(message).catch(() => undefined);
  }

  /** Gives up every call: calls that have not begun do not run. Resolves when all known outcomes are reported. */
  async abandon(): Promise<void> {
    const reason = new Error('The client went away while the call ran; what it did is not known.');
    for (const { abort } of this.#held.values()) abort.abort(reason);
    await Promise.allSettled(this.#calls);
  }

  #exchange(request: JSONRPCRequest): Promise<JSONRPCResponse> {
    return new Promise((resolve, reject) => {
      this.#awaited.set(request.id, resolve);
      this.server.send(request).catch((error) => {
        this.#awaited.delete(request.id);
        reject(error);
      });
    });
  }

  #fromClient(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message) && message.method === TOOL_CALL) {
      const call = this.#call(message).finally(() => this.#calls.delete(call));
      this.#calls.add(call);
      return;
    }
    // A message without an id is no request, so that no answer is possible.
    if ('method' in message && message.method === TOOL_CALL) return;
    if ('method' in message && message.method === CANCELLED) {
      const held = this.#held.get((message.params as { requestId?: RequestId } | undefined)?.requestId ?? '');
      held?.abort.abort(new Error('The client cancelled the call while it ran; what it did is not known.'));
      // The server need not hear about a call that it has never seen.
      if (held && !held.isForwarded) return;
    }
    this.server.send(message).catch((error) => this.#undeliverable(message, error));
  }

  async #call(request: JSONRPCRequest): Promise<void> {
    const held: Held = { abort: new AbortController(), isForwarded: false };
    this.#held.set(request.id, held);
    const answer = await this.handleCall({ request, signal: held.abort.signal });
    this.#held.delete(request.id);
    if (answer) this.tellClient(answer);
  }

  #fromServer(message: JSONRPCMessage): void {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      const id = message.id ?? '';
      const awaited = this.#awaited.get(id);
      this.#awaited.delete(id);
      if (awaited) {
        awaited(message);
        return;
      }
    }
    this.onServerMessage(message);
    this.tellClient(message);
  }

  #undeliverable(message: JSONRPCMessage, error: Error): void {
    if (!isJSONRPCRequest(message)) return;
    const { id } = message;
    this.tellClient({ jsonrpc: '2.0', id, error: { code: -32603, message: `The server: ${error.message}` } });
  }
}
