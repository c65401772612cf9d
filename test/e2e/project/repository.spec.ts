import { readFileSync } from 'node:fs';
import { readConfig } from '../../../src/config/config.js';

const read = (file: string) => readFileSync(file, 'utf8');

/** Lists the settings that a configuration reads, in every combination of values. */
function settingsRead(): string[] {
  const names = new Set<string>();
  const values: Record<string, string> = { LLM_BASE_URL: 'http://llm.example', LLM_MODEL: 'model' };
  const env = new Proxy(values, {
    get(_, name: string) {
      names.add(name);
      return values[name];
    },
  });
  expect(() => readConfig(env)).toThrow('JWT_SECRET');
  return [...names];
}

describe('.env.example', () => {
  const lines = read('.env.example').split('\n');
  const named = lines.flatMap((line) => /^#([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);

  it('names each setting of the service and of compose.yaml once, and no other', () => {
    const composed = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
    const settings = settingsRead();
    expect(settings.length).toBeGreaterThan(40);
    expect(named.toSorted()).toEqual([...new Set([...settings, ...composed])].sort());
  });

  it('has no setting that compose.yaml does not pass to the service, but those that the container fixes', () => {
    const [, passed = ''] = read('compose.yaml').split(/^ {2}backstop:$/m);
    const names = [...passed.matchAll(/^ {6}([A-Z][A-Z0-9_]*):/gm)].map(([, name = '']) => name);
    const fixed = ['DATA_DIR', 'HOST', 'MIGRATE_DATABASE_URL', 'PORT'];
    expect([...names, ...fixed].sort()).toEqual(settingsRead().toSorted());
  });

  it('sets nothing by itself', () => {
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });

  it('shows values that the service accepts', () => {
    const shown = lines.flatMap((line) => {
      const [, name, value] = /^#([A-Z][A-Z0-9_]*)=(.+)$/.exec(line) ?? [];
      return name && value ? [[name, value]] : [];
    });
    const secrets = { JWT_SECRET: 'x'.repeat(32), ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString('base64')}` };
    const env = { ...Object.fromEntries(shown), ...secrets, LLM_MODEL: 'model' };
    expect(() => readConfig(env)).not.toThrow();
  });
});

describe('.github', () => {
  it('runs .ci/run for each change, and every campaign each night', () => {
    expect(read('.github/workflows/ci.yml')).toMatch(/pull_request:[\s\S]*run: \.ci\/run\n/);
    expect(read('.github/workflows/nightly.yml')).toMatch(/cron: [\s\S]*run: npm run campaigns -- /);
    expect(read('.github/workflows/release.yml')).toMatch(/tags: [\s\S]*run: \.ci\/run\n[\s\S]*release\.mjs publish\n/);
  });

  it('uses the version of Node that .nvmrc and the image have', () => {
    const version = read('.nvmrc').trim();
    const used = ['ci', 'nightly', 'release'].flatMap((name) =>
      [...read(`.github/workflows/${name}.yml`).matchAll(/container: node:(\d+)/g)].map(([, major]) => major),
    );
    expect(used).toEqual([version, version, version]);
    const stages = [...read('Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major);
    expect(stages.length).toBeGreaterThan(0);
    expect(stages.filter((major) => major !== version)).toEqual([]);
  });
});
