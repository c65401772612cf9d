// An interpreter with connectors that do the worst, each when it is asked for a plan.
import { interpret } from '../../../dist/isolation/interpret.js';

const planning = (id, plan) => ({ id, plan });
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

interpret([
  planning('echo', (effect) => effect),
  planning('spins', () => {
    for (;;);
  }),
  planning('computes', (ms) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
    return performance.timeOrigin + performance.now();
  }),
  planning('spins later', async () => {
    await wait(10);
    for (;;);
  }),
  planning('aborts', () => process.abort()),
  planning('hoards', () => {
    const all = [];
    for (;;) all.push(new Array(100_000).fill({}));
  }),
  planning('nests', () => JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))),
  planning('waits', async (ms) => {
    await wait(ms);
    return 'waited';
  }),
  {
    id: 'writes',
    undo: async (_effect, how, context) => {
      if (how !== 'unnoted') await context.memory.note([{ resource: 'it', sentAt: 1 }]);
      for (;;);
    },
  },
  {
    id: 'http',
    probe: async (context) => {
      const transport = await context.openTransport();
      const { status } = await transport.send({
        url: `${context.credentials.baseUrl}/`,
        method: 'GET',
        headers: [],
        body: null,
      });
      return status;
    },
  },
]);
