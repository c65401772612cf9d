import { randomUUID } from 'node:crypto';
import {
  Caller,
  newOrganization,
  newSession,
  type Organization,
  serviceA,
  serviceB,
  unique,
} from '../../support/client.js';
import { median } from '../../support/operators.js';
import { patience } from '../../support/patience.mjs';
import { StallingAgents } from '../hostile/support/stalling-agents.js';

/** docs/security.md promises it while ten agents stall forty bodies each at each of two processes. */
const PROMISED = 1.5;
const KEYS = 10;
const ROUNDS = 4;
const PAUSES_EACH = 40;
const SETTLED_AFTER = 10;

const both = [serviceA, serviceB];

/** Both processes have taken in what was sent or hung up before: each request below is answered in a later turn of their loops. */
async function settled(): Promise<void> {
  for (let time = 0; time < SETTLED_AFTER; time++)
    await Promise.all(both.map((service) => new Caller(service, null).get('/health')));
}

/** Milliseconds that each of several pauses of an agent takes; it is resumed in between. The first one is not counted. */
async function pauses({ operator }: Organization, agentId: string): Promise<number[]> {
  const took: number[] = [];
  await settled();
  for (let time = 0; time <= PAUSES_EACH; time++) {
    const begun = performance.now();
    expect((await operator.put(`/agents/${agentId}`, { status: 'PAUSED' })).status).toBe(200);
    took.push(performance.now() - begun);
    expect((await operator.put(`/agents/${agentId}`, { status: 'ACTIVE' })).status).toBe(200);
  }
  return took.slice(1);
}

it(
  `a pause takes at most ${PROMISED} times its quiet time while ten agents stall bodies at two processes`,
  async () => {
    const organization = await newOrganization();
    const { operator } = organization;
    const keys = await Promise.all(
      Array.from({ length: KEYS }, async () => {
        const { body } = await operator.post('/api-keys', { name: unique('key'), kind: 'live' });
        return new Caller(serviceA, body.data.key);
      }),
    );
    const slug = unique('runaway');
    const session = await newSession(keys[0] as Caller, slug);
    const { data: agents } = (await operator.get('/agents')).body;
    const { id } = agents.find((agent: { slug: string }) => agent.slug === slug);
    await pauses(organization, id);

    const quiet: number[] = [];
    const attacked: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(...(await pauses(organization, id)));
      const stalling = await StallingAgents.start(both, keys, [
        { path: `/sessions/${session}/actions`, framing: 'length' },
        { path: `/sessions/${randomUUID()}/actions`, framing: 'length' },
        { path: '/sessions', framing: 'chunks' },
      ]);
      attacked.push(...(await pauses(organization, id)));
      expect(stalling.open).toBeGreaterThan(0);
      await stalling.stop();
    }
    const ratio = median(attacked) / median(quiet);
    process.stderr.write(
      `a pause: ${median(quiet).toFixed(1)} ms quiet, ${median(attacked).toFixed(1)} ms attacked, ${ratio.toFixed(2)} times\n`,
    );
    expect(ratio).toBeLessThan(PROMISED);
  },
  patience(120_000),
);
