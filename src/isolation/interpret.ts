import type { Connector } from '../connectors/connector.js';
import { InterpretedTask } from './interpreted-task.js';
import { Outgoing } from './outgoing.js';
import type { Order } from './protocol.js';

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
