import { newOrganization, newSession, serviceA } from '../../support/client.js';
import { call, rows } from '../../support/ledger.js';
import { startMailedServices } from '../../support/mailed-services.js';
import { differenceOf, login, median, register, took } from '../../support/operators.js';
import { patience } from '../../support/patience.mjs';

/** A difference in milliseconds that no measurement over a network detects. */
const NOTHING_MS = 10;

afterAll(() => rows.end());

it(
  'a login takes as long for an address without an account',
  async () => {
    const { email } = await register(serviceA);
    const attempt = (address: string) => login(serviceA, address, 'not the password');
    const difference = await differenceOf(
      NOTHING_MS,
      () => attempt(email),
      () => attempt(`no-${email}`),
    );
    expect(difference).toBeLessThan(NOTHING_MS);
  },
  patience(120_000),
);

it(
  'a request for a new password takes as long for an address without an account',
  async () => {
    const mailed = await startMailedServices();
    const { email } = await mailed.newOperator();
    const difference = await differenceOf(
      NOTHING_MS,
      () => mailed.forgot(email),
      () => mailed.forgot(`no-${email}`),
    );
    await mailed.stop();
    expect(difference).toBeLessThan(NOTHING_MS);
  },
  patience(120_000),
);

it(
  'actions are logged as fast while twenty log in at once as a fraction of what the logins take',
  async () => {
    const { agent, email } = await newOrganization();
    const session = await newSession(agent);
    const log = () =>
      took(async () => expect((await agent.post(`/sessions/${session}/actions`, call())).status).toBe(201));
    await log();
    let isOver = false;
    const all = took(() => Promise.all(Array.from({ length: 20 }, () => login(serviceA, email)))).finally(() => {
      isOver = true;
    });
    const durations: number[] = [];
    while (!isOver) durations.push(await log());
    expect(median(durations)).toBeLessThan((await all) / 6);
  },
  patience(120_000),
);
