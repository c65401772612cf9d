/*
 * Runs clients through everything that can end a call, and prints each rejection that nobody has handled: a process of its
 * own, because such a rejection is an event of the process. What a call gives to the program is handled here, so that what
 * is left is the SDK's. Arguments: the clients, where they connect to, and how long one way to end a call may take.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApprovalPendingError,
  ApprovalRejectedError,
  BackstopUnavailableError,
  PolicyBlockedError,
} from '../../dist/esm/errors.js';
import { SHIPPED_REGISTRY } from '../../dist/esm/wire/shipped-registry.js';
import { wrap } from '../../dist/esm/wrap.js';

const [, , kind, url, longestMs] = process.argv;
/** Long enough for what a call does after its end; nothing is measured. */
const SETTLING_MS = 12;
const REPORTING_MS = 5;

const refusing = (error) => ({ ask: async () => Promise.reject(error()) });
const held = (wait) => ({
  ask: async () => ({ actionId: 'action', approvalId: 'approval', simulated: false }),
  wait,
});
const details = { code: 'x', status: 403 };
const away = () => new BackstopUnavailableError('Away.', details);
const ENDS = {
  allowed: {},
  simulated: { ask: async () => ({ actionId: 'action', approvalId: null, simulated: true }) },
  blocked: refusing(() => new PolicyBlockedError('Blocked.', [], details)),
  unavailable: refusing(away),
  'not captured': { precapture: () => Promise.reject(away()) },
  rejected: held(() => Promise.reject(new ApprovalRejectedError('No.', null, details))),
  pending: held(() => Promise.reject(new ApprovalPendingError('Not yet.', 'approval', null, details))),
  'edited to something else': held(async () => ({ nothing: ['that', 'fits'] })),
  'held until it is aborted': held(
    (_, __, ___, signal) =>
      new Promise((_, reject) => {
        setTimeout(reject, 2 * REPORTING_MS, new ApprovalRejectedError('Late.', null, details));
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  ),
  'not reported': { confirm: () => Promise.reject(away()) },
};
const gateOf = (end) => ({
  needsPrecapture: () => true,
  precapture: async () => 'capture',
  ask: async () => {
    await sleep(REPORTING_MS);
    return { actionId: 'action', approvalId: null, simulated: false };
  },
  wait: async () => ({}),
  begin: async () => null,
  giveUp: async () => undefined,
  confirm: () => sleep(REPORTING_MS),
  report: () => Promise.reject(away()),
  flush: async () => undefined,
  ...end,
});
const wrapped = (client, end, options) =>
  wrap(client, { registry: SHIPPED_REGISTRY, gate: () => gateOf(end) }, options);

/** The index into `ENDS`; the stack of a rejection shows the rest. */
let current = '';
const unhandled = [];
process.on('unhandledRejection', (error) => unhandled.push(`${current}: ${error?.stack ?? error}`));
process.on('uncaughtException', (error) => unhandled.push(`${current}: uncaught ${error?.stack ?? error}`));
process.on('warning', () => undefined);

/** The program's own part: it handles what it is given. */
const heard = (call) => {
  try {
    const value = call();
    return Promise.resolve(value).then(
      (answer) => answer,
      (error) => error,
    );
  } catch (error) {
    return error;
  }
};
/** Ends when it is called back, in whichever way, or after a while. */
const calledBack = (call) =>
  Promise.race([new Promise((resolve) => heard(() => void call(resolve))), sleep(SETTLING_MS)]);

async function run(name, scenario) {
  try {
    const ended = await Promise.race([Promise.resolve(scenario()).then(() => true), sleep(Number(longestMs), false)]);
    if (!ended) unhandled.push(`${name}: it did not end`);
  } catch (error) {
    unhandled.push(`${name}: the program failed: ${error?.stack ?? error}`);
  }
}

const { scenarios, stop } = await (await import(`./rejections/${kind}.mjs`)).subject(url, {
  wrapped,
  heard,
  calledBack,
  sleep,
});
current = 'control';
void Promise.reject(new Error('The program left it.'));
await sleep(SETTLING_MS);
let ran = 0;
for (const [end, gate] of Object.entries(ENDS)) {
  current = end;
  await Promise.all(Object.entries(scenarios).map(([name, scenario]) => run(`${end}, ${name}`, () => scenario(gate))));
  await sleep(SETTLING_MS);
  ran += Object.keys(scenarios).length;
}
await stop();
process.stdout.write(`${JSON.stringify({ ran, unhandled })}\n`, () => process.exit());
