import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';

/** A request of a stream, and what answers it: the result of its call, the task of that, or the result of a task. */
export interface StreamedRequest {
  readonly requestId: RequestId;
  readonly wants: 'result' | 'task' | { readonly taskId: string };
}

/** Answers the result of a request whose stream was cut; null when there is none to answer. */
type Resume = (request: StreamedRequest) => Promise<object | null>;

const LISTENING = '_GET_stream';

/**
 * The event ids of the streams of a session. An id names the request that its stream belongs to, and the ledger has the
 * call of that request, so a cut stream is resumed by any process, and none has to keep what it sent.
 */
export class StreamEvents {
  private sent = 0;

  constructor(
    private readonly request: StreamedRequest | null,
    private readonly resume: Resume,
  ) {}

  async storeEvent(): Promise<string> {
    this.sent += 1;
    return `${Buffer.from(JSON.stringify(this.request && writtenAs(this.request))).toString('base64url')}.${this.sent}`;
  }

  /** @returns the name of the stream to which the events belong */
  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const request = requestOf(lastEventId);
    if (request === null) return LISTENING;
    const { requestId } = request;
    const result = await this.resume(request);
    const [name] = lastEventId.split('.');
    if (result !== null) await send(`${name}.result`, { jsonrpc: '2.0', id: requestId, result } as JSONRPCMessage);
    return `request ${JSON.stringify(requestId)}`;
  }
}

/** Null for the stream on which a client listens, and for an id that the service did not make. */
export function requestOf(eventId: string): StreamedRequest | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(eventId.split('.')[0] ?? '', 'base64url').toString('utf8'));
    if (isId(value)) return { requestId: value, wants: 'result' };
    const [requestId, taskId]: unknown[] = Array.isArray(value) ? value : [];
    if (!isId(requestId)) return null;
    return { requestId, wants: typeof taskId === 'string' ? { taskId } : 'task' };
  } catch {
    return null;
  }
}

const writtenAs = ({ requestId, wants }: StreamedRequest) => {
  if (wants === 'result') return requestId;
  return wants === 'task' ? [requestId] : [requestId, wants.taskId];
};

const isId = (value: unknown): value is RequestId => typeof value === 'string' || typeof value === 'number';
