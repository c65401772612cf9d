import { DBOS } from '@dbos-inc/dbos-sdk';
import fastify from 'fastify';
import { effect } from './effect.mjs';

/** A workflow with one step, begun by a request under its idempotency key (docs.dbos.dev, "Workflows", "Idempotency"). */
DBOS.setConfig({ name: 'bench', systemDatabaseUrl: process.env.SYSTEM_DATABASE_URL, logLevel: 'error' });
const workflow = DBOS.registerWorkflow(async (call) => DBOS.runStep(async () => effect(call), { name: 'call' }), {
  name: 'call',
});
await DBOS.launch();

const app = fastify();
app.post('/calls', async (request, reply) => {
  const workflowID = request.headers['idempotency-key'];
  const handle = await DBOS.startWorkflow(workflow, { workflowID })(request.body);
  reply.code(201);
  return { data: await handle.getResult() };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close().then(() => DBOS.shutdown()));
