/**
 * A process of its own that attacks the service as several organizations, and judges each answer. Its parent sends one
 * order (`{ urls, routes, seed, requests, rate, only, strangers, secrets, isPlain }`) at a time; it reports its
 * progress, and at the end its findings.
 */
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { undeclared } from '../../../support/declared.mjs';
import { randomOf } from '../../../support/random.mjs';
import { Home } from './home.mjs';
import { codeOf, whatIsWrong, whatIsWrongWithRaw } from './judge.mjs';
import { PROVIDER_ANSWERS } from './poisons.mjs';
import { hostileStory, plainStory } from './stories.mjs';
import { Wire } from './wire.mjs';

const HOMES = 4;
const MAX_CONCURRENT_REQUESTS = 24;
const TOLD = 20;
const TELLS_EVERY_MS = 5_000;
/** The limit of a body in bytes: the service may end the connection while more than that is still on its way. */
const TOO_LARGE = 256 * 1024;

// In reality the attacker has a machine of its own: when times are measured, it gets only idle time of this one.
if (process.argv[2] === 'idle') {
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  // On Linux every other process that wants to run comes first.
  spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], { stdio: 'ignore' });
}

/** The organizations by their index; those of plain stories come after the hostile ones. */
const homes = [];
let names = 0;
/** The number of the next story; it continues where the order before ended. */
let number = 0;
let provider = null;

/** Starts a provider that answers each request with a text that is hard to read; a few answers are slow. */
async function startProvider() {
  let turn = 0;
  const server = createServer((request, response) => {
    request.resume();
    const answer = PROVIDER_ANSWERS[turn++ % PROVIDER_ANSWERS.length]();
    const give = () => response.writeHead(200, { 'content-type': 'application/json', etag: '"1"' }).end(answer);
    setTimeout(give, turn % 50 === 0 ? 1_000 : 0);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

async function carryOut({ urls, routes, seed, requests, rate, only, strangers, secrets, isPlain }) {
  const wire = new Wire(urls, MAX_CONCURRENT_REQUESTS);
  const breaches = [];
  const statuses = {};
  const kinds = {};
  let sent = 0;
  let begun = performance.now();

  /** Keeps to the rate; missed requests are not sent later. */
  const slot = async () => {
    sent++;
    const due = begun + (sent * 1_000) / rate - performance.now();
    if (due > 0) await sleep(due);
    else if (due < -1_000) begun -= due + 1_000;
  };

  const asking =
    (story) =>
    async (method, path, { credential = null, headers = {}, body, raw } = {}) => {
      await slot();
      const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const all = {
        ...(credential !== null && { authorization: `Bearer ${credential.replaceAll(/[^ -~]/g, '?')}` }),
        ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
        ...headers,
      };
      const answer = await wire.ask(sent % urls.length, method, path, all, bytes);
      const name = answer.status === 503 ? `503 ${codeOf(answer.text)}` : String(answer.status);
      statuses[name] = (statuses[name] ?? 0) + 1;
      const isCut = answer.status === 0 && bytes !== undefined && Buffer.byteLength(bytes) > TOO_LARGE;
      const wrong =
        isCut || (method === 'HEAD' && answer.status < 500)
          ? null
          : (whatIsWrong(answer, secrets) ?? whatIsUndeclared(method, path, answer));
      if (wrong)
        story.breach(
          `${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${String(bytes).slice(0, 300)}: ${answer.status}, ${wrong}: ${answer.text.slice(0, 300)}`,
        );
      return { ...answer, data: dataOf(answer.text) };
    };

  const saying = (story) => async (said) => {
    await slot();
    const heard = await wire.say(sent % urls.length, said);
    const wrong = whatIsWrongWithRaw(heard, secrets);
    if (wrong) story.breach(`${JSON.stringify(said.slice(0, 200))}: ${wrong}`);
  };

  const play = async (which) => {
    const random = randomOf(`${seed} ${which}`);
    const story = {
      random,
      routes,
      strangers,
      breach: (words) => breaches.push(`HOSTILE_SEED=${seed} HOSTILE_ONLY=${which}: ${words}`),
    };
    story.ask = asking(story);
    story.say = saying(story);
    const tell = isPlain ? plainStory : hostileStory(random);
    kinds[tell.name] = (kinds[tell.name] ?? 0) + 1;
    const play = async () => {
      story.home = await homeAt((which % HOMES) + (isPlain ? HOMES : 0), story.ask);
      await tell(story);
    };
    await play().catch((error) => story.breach(`the story failed: ${error.stack}`));
  };

  const left = only === null ? null : [...only];
  const next = () => (left ? left.shift() : sent < requests ? number++ : undefined);
  const worker = async () => {
    for (let which = next(); which !== undefined && breaches.length < TOLD; which = next()) await play(which);
  };
  const telling = setInterval(() => process.send({ is: 'progress', sent, statuses }), TELLS_EVERY_MS);
  const from = performance.now();
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, worker));
  clearInterval(telling);
  wire.close();
  const perSecond = sent / ((performance.now() - from) / 1_000);
  process.send({ is: 'done', sent, perSecond, statuses, kinds, breaches });
}

/** Returns an organization; a new one takes its index if it was deleted or its keys were revoked, and occasionally. */
async function homeAt(place, ask) {
  homes[place] ??= newHome(ask);
  const home = await homes[place];
  if (!(await home.isWornOut(ask))) return home;
  homes[place] = newHome(ask);
  return homes[place];
}

const newHome = (ask) => Home.make(ask, `hostile-${process.pid}-${++names}`, provider);

function whatIsUndeclared(method, url, { status, headers, text }) {
  return status > 0 ? undeclared({ method, url, status, contentType: headers['content-type'] ?? null, text }) : null;
}

function dataOf(text) {
  try {
    return JSON.parse(text).data;
  } catch {
    return null;
  }
}

provider = await startProvider();
process.on('message', (order) => void carryOut(order));
process.on('disconnect', () => process.exit(0));
process.send({ is: 'ready' });
