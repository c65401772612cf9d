import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { CALL_FAILPOINTS, type Failpoint } from '../../../src/platform/failpoints.js';
import type { Subject } from '../../connectors/subjects/subject.js';
import { isFull } from '../../support/campaign-size.js';
import { newOrganization, newSession, unique } from '../../support/client.js';
import { newOwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { FaultyNetwork } from '../faults/support/faulty-network.js';
import { accessTo, PERFORMING } from '../faults/support/places.js';
import { prepareCall } from '../faults/support/wanted-call.js';

/** In the short form those around the effect, where most is at stake, at the one provider that is always there. */
const TRIED = CALL_FAILPOINTS.filter((name) => isFull || /^call-(note-after|after-answer|end-before)/.test(name));
const PLACES = PERFORMING.filter(({ name }) => isFull || name === 'postgres');
const SIGNALS = ['SIGKILL', 'SIGSTOP'] as const;
const DEATHS = TRIED.flatMap((failpoint) => SIGNALS.map((signal) => [signal, failpoint] as const));

/** Providers that tell what became of a call, or that make nothing twice under one key. */
const TELLS = ['mysql', 'postgres', 'stripe'];
/** Longer than a lease, so that another process takes the call over from one that stands still. */
const STANDS_STILL_MS = 7_000;
/** By then the test would see what the process does once it goes on. */
const GOES_ON_MS = 1_500;

type Read = () => Promise<{ readonly id: string; readonly status: string; readonly performance: { state: string } }>;

/** Has a service that dies or stands still on the way make a call, starts another one, and answers what became of it. */
async function performThrough(signal: NodeJS.Signals, failpoint: Failpoint, subject: Subject) {
  const database = await newOwnDatabase();
  const network = new FaultyNetwork();
  const access = await accessTo(subject, network);
  const alive: ServiceProcess[] = [];
  const start = async (more: Record<string, string> = {}) => {
    const service = await startService({ DATABASE_URL: database.serviceUrl, ...more });
    alive.push(service);
    return service;
  };
  try {
    // A sum shows that it was made twice; what another call sends over HTTP is counted on the network.
    const { trip, before, made } = await prepareCall(subject, subject.newCounter ? 'sum' : 'change');
    const { connector, apiName, payload } = access.through(trip);
    const dying = await start({ BACKSTOP_FAILPOINT: `${failpoint}:1:${signal}` });
    const { operator, agent } = await newOrganization(dying);
    const offer = { values: access.credentials, agentOperations: [`${connector.id}.*`] };
    expect((await operator.put(`/settings/credentials/${connector.id}`, offer)).status).toBe(200);
    const session = await newSession(agent, unique('agent'));
    const ask = (by = agent) => by.post(`/sessions/${session}/actions`, { apiName, payload, perform: true });
    const asking = ask().then(
      () => 'it answered',
      () => 'it died',
    );
    if (signal === 'SIGKILL') await asking;
    const other = await start();
    const operatorNow = operator.at(other);
    const read: Read = async () => (await operatorNow.get(`/sessions/${session}`)).body.data.actions[0];
    // A client asks again where its ask was not recorded.
    if (signal === 'SIGKILL' && !(await read())) await ask(agent.at(other));
    const isDone = (one?: Awaited<ReturnType<Read>>) => one?.performance.state === 'done';
    const done = eventually(read, isDone);
    if (signal === 'SIGSTOP') {
      await Promise.race([done, sleep(STANDS_STILL_MS)]);
      process.kill(dying.pid, 'SIGCONT');
    }
    const { id, status } = await done;
    if (signal === 'SIGSTOP') {
      await asking;
      await sleep(GOES_ON_MS);
    }
    const state = await trip.state();
    const now = (await read()).status;
    const writes = network.writes.length;
    // An operator decides a call if nothing shows whether it took effect.
    await operatorNow.post(`/sessions/${session}/rollback`, status === 'UNKNOWN' ? { force: [id] } : undefined);
    return {
      ...{ died: await asking, status, now, writes, isBack: isDeepStrictEqual(await trip.state(), before) },
      left: isDeepStrictEqual(state, before) ? 'before' : isDeepStrictEqual(state, made) ? 'made' : state,
    };
  } finally {
    for (const service of alive) await service.kill(service === alive[0] ? 'SIGKILL' : 'SIGTERM');
    await access.stop();
    await database.drop();
  }
}

describe.each(PLACES)('a call at $name', ({ name, open }) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject.stop());

  const MADE = [['SUCCESS', 'made']];
  const TRUTHS = [...MADE, ['FAILED', 'before'], ['UNKNOWN', 'made'], ['UNKNOWN', 'before']];

  it.concurrent.each(DEATHS)(
    'whose service gets %s at %s is made once at most, its outcome is the true one, and it is undone',
    async (signal, failpoint) => {
      const found = await performThrough(signal, failpoint, subject);
      // Only what is committed already is answered after its end.
      if (signal === 'SIGKILL' && failpoint !== 'call-end-after-commit') expect(found.died).toBe('it died');
      // A process that stands still may hold the row, so that the next one is refused.
      const allowed = TELLS.includes(name) && signal === 'SIGKILL' ? MADE : TRUTHS;
      expect(allowed).toContainEqual([found.status, found.left]);
      expect(found.now).toBe(found.status);
      expect(found.writes).toBeLessThanOrEqual(1);
      expect(found.isBack).toBe(true);
    },
  );
});
