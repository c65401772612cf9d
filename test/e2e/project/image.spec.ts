import { readFileSync } from 'node:fs';
import { stagesOf } from '../../../scripts/dockerfile.mjs';
import { readConfig } from '../../../src/config/config.js';

const stages = stagesOf(readFileSync('Dockerfile', 'utf8'));
const final = stages.at(-1)?.instructions ?? [];
const valuesOf = (keyword: string) => final.filter((one) => one.keyword === keyword).map(({ value }) => value);

describe('The last stage of the Dockerfile', () => {
  it('runs as a user other than root, whose number is there to see', () => {
    expect(valuesOf('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
  });

  it('starts the service without a shell, so that it receives the signal that stops it', () => {
    expect(valuesOf('CMD').map((value) => JSON.parse(value)[0])).toEqual(['node']);
    expect(valuesOf('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('says how to find out whether the service is healthy', () => {
    const [check = ''] = valuesOf('HEALTHCHECK');
    expect(JSON.parse(check.replace(/^CMD /, ''))).toEqual(['node', '-e', expect.stringContaining('/health')]);
  });

  it('only copies from other stages, and its packages from one that installs those of production', () => {
    const copies = final.filter(({ keyword }) => keyword === 'COPY');
    expect(copies.length).toBeGreaterThanOrEqual(4);
    expect(copies.filter(({ options }) => !options.from)).toEqual([]);
    expect(valuesOf('RUN')).toEqual([]);
    const source = copies.find(({ value }) => value.endsWith(' node_modules'))?.options.from;
    const stage = stages.find(({ name }) => name === source);
    const installs = stage?.instructions.filter(({ value }) => value.startsWith('npm ')).map(({ value }) => value);
    expect(installs).toEqual([expect.stringMatching(/^npm ci --omit=dev .*--ignore-scripts$/)]);
  });
});

describe('compose.yaml', () => {
  const [, ...blocks] = readFileSync('compose.yaml', 'utf8').split(/^(?=\S| {2}\w+:$)/m);
  const block = (name: string) => blocks.find((one) => one.trimStart().startsWith(`${name}:`)) ?? '';

  it.each(['migrate', 'backstop'])(
    'gives the service %s no capability and a root file system that is read-only',
    (name) => {
      expect(block(name)).toContain('    <<: *hardened\n');
      const settings = block('x-hardened')
        .split('\n')
        .slice(1)
        .map((line) => line.trim());
      expect(settings).toEqual(
        expect.arrayContaining([
          'read_only: true',
          'tmpfs: [/tmp]',
          'cap_drop: [ALL]',
          'security_opt: ["no-new-privileges:true"]',
        ]),
      );
    },
  );
});

/** Without a model the service does not read the model's key. */
const MODEL: Readonly<Record<string, string>> = { LLM_BASE_URL: 'https://models.example', LLM_MODEL: 'a-model' };

/** The names that the reader of the configuration asks its environment for. */
function settings(): string[] {
  const names = new Set<string>();
  const get = (_: unknown, name: string) => {
    names.add(name);
    return MODEL[name];
  };
  const env = new Proxy<Record<string, string>>({}, { get: get as ProxyHandler<object>['get'] });
  expect(() => readConfig(env)).toThrow('JWT_SECRET must be set');
  return [...names].sort();
}

describe('The service of compose.yaml', () => {
  /** The image says where it listens; data is kept in the database; the schema is another container's; a stand-in for tests. */
  const NOT_PASSED = ['DATA_DIR', 'HOST', 'MIGRATE_DATABASE_URL', 'PORT'];

  it('is given every setting that the service reads', () => {
    const [, service = ''] = /^ {2}backstop:\n(.*?)^(?=\S| {2}\w)/ms.exec(readFileSync('compose.yaml', 'utf8')) ?? [];
    const passed = [...service.matchAll(/^ {6}([A-Z][A-Z\d_]+): \S/gm)].map(([, name = '']) => name);
    const wanted = settings();
    expect(wanted.length).toBeGreaterThan(40);
    expect([...passed, ...NOT_PASSED].sort()).toEqual(wanted);
  });
});

describe('.dockerignore', () => {
  it('keeps secrets, the repository and what was built elsewhere out of the image', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining(['.env', '.env.*', '.git', '.backstop', '**/dist', '**/node_modules']),
    );
  });
});
