import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../support/service.mjs';

/**
 * Files that start the service for a test, or name its program, otherwise than by `startService`; with the judge of the
 * answers.
 */
const STARTED_OTHERWISE: Readonly<Record<string, string>> = {
  'bench/rest.mjs': 'no test reads the answers: it measures the start and the memory',
  'bench/stage.mjs': 'no test reads the answers: it measures how long they take',
  'scripts/bundle.mjs': 'it makes the program and starts none',
  'scripts/demo.mjs': 'the program as its reader starts it; the same story is a test of its own (story.spec.ts)',
  'scripts/node-versions.mjs': 'it refuses to start and answers nothing',
  'scripts/record-examples.mjs': 'it loads the judge itself, and fails where an answer is not declared',
  'test/campaigns/guards/trial.mjs': 'a service with one filter fewer, whose answers the client judges (Wire)',
  'test/campaigns/outages/needs-mount/full-disk.spec.ts':
    'its log file is on a full disk; other suites judge the same routes',
  'test/e2e/project/start.spec.ts': 'it reads what the program loads and starts none',
  'test/e2e/service/config.spec.ts': 'it refuses to start and answers nothing',
  'test/support/installed.ts': 'a copy of the built service, which is judged as the others are',
};
/** Services whose heap or event loop is measured are not judged: the judge would be measured too. */
const MEASURED: Readonly<Record<string, string>> = {
  'test/campaigns/faults/long-session.spec.ts': 'a small heap; `fetch` judges the long answers, other suites the rest',
  'test/campaigns/hostile/support/loop-delay.ts': 'a probe in the event loop; the attacker judges what it receives',
  'test/campaigns/capacity/large-readings.spec.ts':
    'a small heap; `fetch` judges the long answers, other suites the rest',
  'test/campaigns/capacity/performed-memory.spec.ts': 'a small heap; other suites judge the same routes',
  'test/campaigns/capacity/held-lists-hostile.spec.ts':
    'the event loop is probed; `fetch` judges the answers, held-lists.spec.ts the rest',
  'test/support/counted-hashes.ts': 'its password hashes are counted; other suites judge the same routes',
  'test/campaigns/capacity/fair-share.spec.ts': 'how long others wait is measured; other suites judge the same routes',
};
/** Answers that are not sent in response to a request, or are not judged in the service; with their judge. */
const NOT_JUDGED: Readonly<Record<string, string>> = {
  'src/platform/http/input/unreadable.ts':
    'the answer to bytes that are no request is written on the socket; envelope.spec.ts compares it whole',
  'src/platform/telemetry/metrics-listener.ts': 'Prometheus reads it at a port of its own: no part of the interface',
};

const programs = ['bench', 'examples', 'scripts', 'sdk/test', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs|sh)$/.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file)),
);
const SENDS_ITSELF = /socket\.(write|end)\(|\.writeHead\(/;

describe('an answer of a service under test', () => {
  const directory = mkdtempSync(join(tmpdir(), 'backstop-judged-'));
  const notes = join(directory, 'undeclared');
  afterAll(() => rmSync(directory, { recursive: true }));

  const ask = (url: string) =>
    new Promise<void>((resolve, reject) => {
      get(url, (answer) => answer.resume().on('end', resolve)).on('error', reject);
    });

  it('that is not declared is noted before its client has it, whatever the client, in one piece or streamed', async () => {
    writeFileSync(notes, '');
    const env = { TEST_UNDECLARED_ANSWERS: notes };
    const service = await startService(env, { entry: 'test/e2e/wire/undeclared.mjs' });
    try {
      for (const path of ['/me', '/me?streamed', '/docs/file']) await ask(service.url + path);
    } finally {
      await service.stop();
    }
    const noted = readFileSync(notes, 'utf8').trimEnd().split('\n');
    expect(noted.filter((line) => line.includes('GET /me answered 200'))).toHaveLength(2);
    // The services under test use nothing that a package calls deprecated: that is noted, too.
    expect(noted.filter((line) => !line.includes('GET /me'))).toEqual(['"The old way is deprecated."']);
  });

  it('is sent by a service that judges it, but for those that are listed with a reason', () => {
    expect(programs.length).toBeGreaterThan(500);
    const starting = programs.filter((file) =>
      /dist\/((bundle\/)?main|unbundled)\.js/.test(readFileSync(file, 'utf8')),
    );
    expect(starting.sort()).toEqual([...Object.keys(STARTED_OTHERWISE), 'test/support/service.mjs']);
  });

  it('is judged unless the service is measured, which is listed with a reason', () => {
    const measured = programs.filter((file) =>
      /startService\(\{[^}]*\bNODE_OPTIONS\b/.test(readFileSync(file, 'utf8')),
    );
    expect(measured.sort()).toEqual(Object.keys(MEASURED).sort());
  });

  it('goes through Fastify, but for those that are listed with a reason', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
    );
    const sending = sources
      .map((file) => join('src', file))
      .filter((file) => SENDS_ITSELF.test(readFileSync(file, 'utf8')));
    expect(sending.sort()).toEqual(Object.keys(NOT_JUDGED).sort());
  });
});
