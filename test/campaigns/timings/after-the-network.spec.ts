import { setTimeout as sleep } from 'node:timers/promises';
import { connectionSettings } from '../../../src/platform/database/connection.js';
import { newOrganization, newSession } from '../../support/client.js';
import { call } from '../../support/ledger.js';
import { eventually, patience } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';
import { startVanishing } from '../../support/vanishing-packets.js';

const DATABASE_URL = process.env.TEST_DATABASE_URL ?? '';
/** docs/security.md: the time from the first new connection that works to the first answers that are well again. */
const PROMISED_MS = 10_000;

it.each([500, 8_000, 40_000])(
  'the service is well again within 10 s of the network, when packets to PostgreSQL vanished for %i ms',
  async (frozenMs) => {
    const { host, port } = connectionSettings(DATABASE_URL);
    const network = await startVanishing(`${host}/.s.PGSQL.${port}`);
    const through = DATABASE_URL.replace(/@[^/]*\//, `@127.0.0.1:${network.port}/`);
    const service = await startService({ DATABASE_URL: through, LOG_LEVEL: 'fatal' });
    try {
      const { agent } = await newOrganization(service);
      const session = await newSession(agent);
      const ask = () => [agent.get(`/sessions/${session}`), agent.post(`/sessions/${session}/actions`, call())];
      network.freeze();
      const lost = Array.from({ length: 8 }, ask).flat();
      await sleep(frozenMs);
      network.thaw();
      const begun = performance.now();
      const well = await eventually(
        () => Promise.all(ask()),
        (answers) => answers.every(({ status }) => status < 300),
        60_000,
      );
      const tookMs = performance.now() - begun;
      process.stderr.write(`well again ${Math.round(tookMs)} ms after packets vanished for ${frozenMs} ms\n`);
      expect(well.map(({ status }) => status)).toEqual([200, 201]);
      // Requests that had no answer were lost indeed.
      expect((await Promise.all(lost)).map(({ status }) => status)).toContain(503);
      expect(tookMs).toBeLessThan(PROMISED_MS);
    } finally {
      await service.stop();
      await network.stop();
    }
  },
  patience(120_000),
);
