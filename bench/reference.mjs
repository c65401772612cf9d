import fastify from 'fastify';
import pg from 'pg';

/**
 * The reference for a recorded call: Fastify, pg and one prepared statement per request, in a process of its own. It
 * has no authentication, no policies, no quota, no validation.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();

app.post('/calls', async (request, reply) => {
  const { rows } = await pool.query({
    name: 'insert',
    text: 'INSERT INTO bench.calls (call, idempotency_key) VALUES ($1, $2) RETURNING id, created_at',
    values: [JSON.stringify(request.body), request.headers['idempotency-key']],
  });
  reply.code(201);
  return { data: rows[0] };
});

app.patch('/calls/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'update',
    text: 'UPDATE bench.calls SET outcome = $2, updated_at = now() WHERE id = $1 RETURNING id, updated_at',
    values: [request.params.id, JSON.stringify(request.body)],
  });
  return { data: rows[0] };
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
