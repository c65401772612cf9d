import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import fastify from 'fastify';
import { effect } from './effect.mjs';

/** A node that interrupts and, once it is resumed, calls (LangGraph, "Human-in-the-loop"): both in one request. */
const checkpointer = PostgresSaver.fromConnString(process.env.SYSTEM_DATABASE_URL);
await checkpointer.setup();
const graph = new StateGraph(Annotation.Root({ call: Annotation(), outcome: Annotation() }))
  .addNode('decide', ({ call }) => (interrupt(call) ? { outcome: effect(call) } : {}))
  .addEdge(START, 'decide')
  .addEdge('decide', END)
  .compile({ checkpointer });

const app = fastify();
app.post('/calls', async (request, reply) => {
  const thread = { configurable: { thread_id: request.headers['idempotency-key'] } };
  await graph.invoke({ call: request.body }, thread);
  const { outcome } = await graph.invoke(new Command({ resume: true }), thread);
  if (!outcome) throw new Error('The graph did not resume.');
  reply.code(201);
  return { data: outcome };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close().then(() => checkpointer.end()));
