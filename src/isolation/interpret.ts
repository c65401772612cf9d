import type { Connector } from '../connectors/connector.js';
import { sentError } from './errors.js';
import { InterpretedTask } from './interpreted-task.js';
import type { Answer, Notice, Order } from './protocol.js';

/** Makes this process an interpreter of the service that started it; it ends with the service. */
export function interpret(connectors: readonly Connector[]): void {
  const tasks = new Map<number, InterpretedTask>();
  const send = (message: object) => void (process.connected && process.send?.(message));
  const outgoing = new Outgoing(send, (task, call, answer) => tasks.get(task)?.answered(call, answer));
  const obey = (order: Order): void => {
    if (order.is === 'ping') return;
    if (order.is === 'answer') {
      tasks.get(order.task)?.answered(order.call, order.answer);
      return;
    }
    const connector = connectors.find(({ id }) => id === order.work.connector);
    if (!connector) throw new Error(`there is no connector ${order.work.connector}`);
    const task = new InterpretedTask(order.task, (notice) => {
      if (notice.is === 'done') tasks.delete(notice.task);
      outgoing.add(notice);
    });
    tasks.set(order.task, task);
    void task.run(connector, order.work, order.context);
  };

  process.on('message', (order: Order) => {
    outgoing.hold();
    obey(order);
    // Clients of providers need one or two turns of the event loop to read an answer.
    setImmediate(() => setImmediate(() => outgoing.flush()));
  });
  // Only the service ends this process; a signal to the whole process group is for the service.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(0));
  // A client may leave a promise behind that rejects; its task has its answer, or its deadline.
  process.on('unhandledRejection', () => undefined);
  outgoing.add({ is: 'ready' });
}

/** The notices of an interpreter: those that one order leads to travel in one message. */
class Outgoing {
  private held: Notice[] | null = null;

  constructor(
    private readonly send: (message: readonly Notice[]) => void,
    private readonly answer: (task: number, call: number, answer: Answer) => void,
  ) {}

  /** Keeps the notices until `flush`. */
  hold(): void {
    this.held ??= [];
  }

  /** Outside of an order a notice is sent at once. */
  add(notice: Notice): void {
    if (this.held) this.held.push(notice);
    else this.sendAll([notice]);
  }

  /** Sends what was kept, and that the order is processed. */
  flush(): void {
    const notices: Notice[] = [...(this.held ?? []), { is: 'idle' }];
    this.held = null;
    this.sendAll(notices);
  }

  private sendAll(notices: readonly Notice[]): void {
    try {
      this.send(notices);
    } catch (error) {
      if (notices.length > 1) for (const notice of notices) this.sendAll([notice]);
      else for (const notice of notices) this.failed(notice, error);
    }
  }

  /** The answer of a provider may be nested too deeply to be sent. */
  private failed(notice: Notice, error: unknown): void {
    if (notice.is === 'done') this.send([{ ...notice, answer: null }]);
    if (notice.is === 'ask' && notice.call !== null) this.answer(notice.task, notice.call, { error: sentError(error) });
  }
}
