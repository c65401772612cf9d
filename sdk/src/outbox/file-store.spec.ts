import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { BackstopUnavailableError } from '../errors.js';
import type { OutboxEntry } from './entry.js';
import { fileStore } from './file-store.js';
import { defaultOutboxDirectory, openStore, outboxScope } from './location.js';
import { Outbox } from './outbox.js';
import { nextId } from './sequence.js';
import type { OutboxStore } from './store.js';

const entry = (actionId: string): OutboxEntry => ({
  kind: 'confirmation',
  sessionId: 's',
  actionId,
  body: { status: 'SUCCESS', response: { id: 1 } },
});

let directory: string;
let store: OutboxStore;
let inside: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'backstop-outbox-'));
  store = fileStore(directory, 'scope') as OutboxStore;
  inside = join(directory, 'scope');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('a directory of outcomes', () => {
  it('is empty before anything was stored, and not even made', async () => {
    expect(await store.ids()).toEqual([]);
    expect(existsSync(inside)).toBe(false);
  });

  it('gives back what was stored, oldest first, to another process as well', async () => {
    const ids = ['a', 'b', 'c'].map(() => nextId());
    for (const id of ids.toReversed()) await store.append(id, entry(id));
    const other = fileStore(directory, 'scope') as OutboxStore;
    expect(await other.ids()).toEqual(ids);
    expect(await other.read(ids[1] ?? '')).toEqual(entry(ids[1] ?? ''));
    await other.remove(ids[0] ?? '');
    expect(await store.read(ids[0] ?? '')).toBeNull();
    await store.remove(ids[0] ?? '');
    expect(await store.ids()).toEqual(ids.slice(1));
  });

  it('is readable by no other user', async () => {
    const id = nextId();
    await store.append(id, entry('a'));
    await store.setAside(id, 'no');
    await store.append(id, entry('a'));
    expect([await mode(inside), await mode(join(inside, `${id}.json`))]).toEqual(['700', '600']);
    expect(await mode(join(inside, 'refused', `${id}.json`))).toBe('600');
    await chmod(inside, 0o777);
    await (fileStore(directory, 'scope') as OutboxStore).append(nextId(), entry('b'));
    expect(await mode(inside)).toBe('700');
  });

  it('ignores the half file of a writer that died, and cleans it up later', async () => {
    await store.append(nextId(), entry('a'));
    const half = [join(inside, 'x.json.tmp'), join(inside, 'y.json.tmp')] as const;
    for (const file of half) await writeFile(file, '{"kind":"confirm');
    await utimes(half[0], 0, 0);
    expect(await store.ids()).toHaveLength(1);
    await (fileStore(directory, 'scope') as OutboxStore).append(nextId(), entry('b'));
    expect(half.map(existsSync)).toEqual([false, true]);
  });

  it.each([
    'no JSON',
    '{"kind":"confirmation","sessionId":"s"}',
    '{"kind":"confirmation","sessionId":"../policies","actionId":"a","body":{}}',
    '{"kind":"report","sessionId":"s","idempotencyKey":"a\\r\\nx: y","body":{}}',
    '{"kind":"policy","sessionId":"s","actionId":"a","body":{}}',
  ])('sets aside what is no entry: %s', async (text) => {
    await store.append(nextId(), entry('a'));
    await writeFile(join(inside, '0-foreign.json'), text);
    expect(await store.read('0-foreign')).toBeNull();
    expect(await store.ids()).toHaveLength(1);
    expect(await readFile(join(inside, 'refused', '0-foreign.json'), 'utf8')).toBe(text);
  });

  it('keeps what was refused for a person, with the reason', async () => {
    const outbox = new Outbox(
      store,
      () => Promise.reject(new BackstopUnavailableError('away', { code: 'unavailable' })),
      () => undefined,
    );
    await outbox.send(entry('a'));
    const [id = ''] = await store.ids();
    await store.setAside(id, 'not-found: no');
    expect((await readdir(join(inside, 'refused'))).sort()).toEqual([`${id}.json`, `${id}.reason`]);
    expect(await readFile(join(inside, 'refused', `${id}.reason`), 'utf8')).toBe('not-found: no\n');
  });

  it('that cannot be written is replaced by memory, and that is said', async () => {
    await writeFile(join(directory, 'file'), '');
    const warning = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const spare = openStore(join(directory, 'file'), 'scope');
    const ids = [nextId(), nextId()];
    for (const id of ids) await spare.append(id, entry(id));
    expect(await spare.ids()).toEqual(ids);
    expect(await spare.read(ids[0] ?? '')).toEqual(entry(ids[0] ?? ''));
    await spare.remove(ids[0] ?? '');
    expect(await spare.ids()).toEqual(ids.slice(1));
    expect(warning.mock.calls).toEqual([[expect.stringContaining('outbox cannot be used'), 'BackstopWarning']]);
    warning.mockRestore();
  });
});

describe('the place of an outbox', () => {
  const key = `bks_live_${'0123456789abcdef'.repeat(2)}${'f'.repeat(72)}`;

  it('is named by one service and one key, and holds no secret', () => {
    const scope = outboxScope('https://backstop.example.com:8443/base/', key);
    expect(scope).toBe('backstop.example.com-8443-base--0123456789abcdef0123456789abcdef');
    expect(scope).not.toContain('ffff');
    expect(outboxScope('https://other.example.com', key)).not.toBe(outboxScope('https://backstop.example.com', key));
    expect(outboxScope('https://a.example', 'some.jwt.token')).toMatch(/^a\.example--[0-9a-f]{32}$/);
  });

  it('is below the state of the user', () => {
    expect(defaultOutboxDirectory({}, '/home/a')).toBe('/home/a/.local/state/backstop/outbox');
    expect(defaultOutboxDirectory({ XDG_STATE_HOME: '/state' }, '/home/a')).toBe('/state/backstop/outbox');
    expect(defaultOutboxDirectory({ LOCALAPPDATA: 'C:/Local' }, 'C:/a')).toBe('C:/Local/backstop/outbox');
  });
});
