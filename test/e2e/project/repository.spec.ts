import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Config, readConfig } from '../../../src/config/config.js';

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

const SECRETS = { JWT_SECRET: 'x'.repeat(32), ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}` };

interface Row {
  readonly name: string;
  readonly type: string;
  readonly fallback: string;
  readonly example: string;
}

/** Returns the rows of docs/settings.md that the code contradicts. */
function contradicted(page: string): string[] {
  const rows = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]*)` \| (.+?) \| (.+?) \| `(.+?)` \|/gm)].map(
    ([, name = '', type = '', fallback = '', example = '']): Row => ({ name, type, fallback, example }),
  );
  const provider = { CLIENT_ID: 'id', CLIENT_SECRET: 'secret' };
  const base: Record<string, string> = { ...SECRETS, LLM_BASE_URL: 'http://base.example', LLM_MODEL: 'model' };
  for (const [name, value] of Object.entries(provider)) for (const one of 'AB') base[`OAUTH_${one}_${name}`] = value;
  const stripe = Object.fromEntries(
    rows.filter(({ name }) => name.startsWith('STRIPE')).map(({ name, example }) => [name, example]),
  );
  const read = (name: string, value: string | undefined): Config | null => {
    try {
      return readConfig({ ...base, ...(name.startsWith('STRIPE') && stripe), [name]: value });
    } catch {
      return null;
    }
  };
  const isRight = ({ name, type, fallback, example }: Row): boolean => {
    const [, from, to] = /^integer, (\d+) to (\d+)$/.exec(type) ?? [];
    const [taken, refused] = from
      ? [
          [from, to],
          [Number(from) - 1, Number(to) + 1, '1.5'],
        ]
      : type.startsWith('one of ')
        ? [type.slice(7).split(', '), ['other']]
        : type.startsWith('URL: ')
          ? [
              type
                .slice(5)
                .split(', ')
                .map((scheme) => `${scheme}://host.example`),
              ['ftp://host.example'],
            ]
          : [[], []];
    const [, given] = /^`(.+)`$/.exec(fallback) ?? [];
    return (
      taken.every((value) => read(name, value) !== null) &&
      refused.every((value) => read(name, String(value)) === null) &&
      (given === undefined || isDeepStrictEqual(read(name, given), read(name, undefined))) &&
      read(name, example) !== null &&
      !isDeepStrictEqual(read(name, example), read(name, given))
    );
  };
  const missing = settingsRead().filter((name) => !rows.some((row) => row.name === name));
  return [...missing, ...rows.filter((row) => !isRight(row)).map(({ name }) => name)];
}

describe('docs/settings.md', () => {
  const page = read('docs/settings.md');

  it('gives each setting with its type, its default and an example, as the code has them', () => {
    expect(contradicted(page)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['`10` | `20`', '`11` | `20`', 'DATABASE_POOL'],
    ['`DATABASE_POOL` | integer, 5 to', '`DATABASE_POOL` | integer, 4 to', 'DATABASE_POOL'],
    ['one of on, off', 'one of on, off, auto', 'DATABASE_PREPARED_STATEMENTS'],
    ['URL: smtp, smtps', 'URL: smtp, http', 'SMTP_URL'],
    ['| `LOG_LEVEL` |', '| LOG_LEVEL |', 'LOG_LEVEL'],
  ])('is found to be wrong where %s becomes %s', (from, to, name) => {
    expect(contradicted(page.replace(from, to))).toEqual([name]);
  });
});

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
    const env = { ...Object.fromEntries(shown), ...SECRETS, LLM_MODEL: 'model' };
    expect(() => readConfig(env)).not.toThrow();
  });
});

describe('.github', () => {
  it('runs .ci/run for each change, and every campaign each night', () => {
    expect(read('.github/workflows/ci.yml')).toMatch(/pull_request:[\s\S]*run: \.ci\/run\n/);
    expect(read('.github/workflows/nightly.yml')).toMatch(/cron: [\s\S]*run: npm run campaigns -- /);
    expect(read('.github/workflows/release.yml')).toMatch(/tags: [\s\S]*run: \.ci\/run\n[\s\S]*release\.mjs publish\n/);
  });

  it('names owners, and folders of dependencies, of files that there are', () => {
    const owned = read('.github/CODEOWNERS')
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0] ?? '');
    const [, updated = ''] = /directories: \[(.*)\]/.exec(read('.github/dependabot.yml')) ?? [];
    const folders = [...owned.filter((path) => path !== '*'), ...updated.split(', ').map((path) => path.slice(1, -1))];
    expect(folders.length).toBeGreaterThan(5);
    expect(folders.filter((path) => !existsSync(`.${path}`))).toEqual([]);
  });

  it('asks for what a reader of an issue and of a pull request needs', () => {
    const forms = readdirSync('.github/ISSUE_TEMPLATE').filter((name) => name !== 'config.yml');
    expect(forms.sort()).toEqual(['bug.yml', 'feature.yml']);
    for (const form of forms)
      expect(read(`.github/ISSUE_TEMPLATE/${form}`)).toMatch(/^name: .+\ndescription: .+\n[\s\S]*required: true/);
    expect(read('.github/PULL_REQUEST_TEMPLATE.md')).toMatch(
      /## What changes[\s\S]*## How it was tested[\s\S]*npm run check/,
    );
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

describe('.editorconfig', () => {
  it('has the indentation and the width of lines that the formatter has', () => {
    const { formatter } = JSON.parse(read('biome.json'));
    const of = (name: string) => new RegExp(`^${name} = (.+)$`, 'm').exec(read('.editorconfig'))?.[1];
    const shown = [of('indent_style'), Number(of('indent_size')), Number(of('max_line_length'))];
    expect(shown).toEqual([formatter.indentStyle, formatter.indentWidth, formatter.lineWidth]);
  });
});
