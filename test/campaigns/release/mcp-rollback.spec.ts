import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newDirectory, newSetting, server } from '../../../sdk/test/support/mcp.js';

type Setting = Awaited<ReturnType<typeof newSetting>>;
type Client = Awaited<ReturnType<Setting['connect']>>;

const call = async (client: Client, name: string, args: object) => {
  const result = await client.callTool({ name, arguments: { ...args } });
  expect(result.isError).toBeFalsy();
  return result;
};
const outcomes = (output: string) => output.match(/(?<= )[A-Z_]{7,}(?=:)/g);

/** The id of the session that the proxy opened. */
async function endedSession(setting: Setting, client: Client): Promise<string> {
  await client.close();
  return (await setting.sessions())[0].id;
}

async function withFiles(setting: Setting) {
  const directory = newDirectory();
  const at = (name: string) => join(directory, name);
  writeFileSync(at('a.txt'), 'one\r\ntwo\r\n');
  writeFileSync(at('b.txt'), 'bee');
  const command = ['--', process.execPath, server('filesystem'), directory];
  const client = await setting.connect(['--no-hold', ...command]);
  return { directory, at, command, client };
}

describe('what was done to files', () => {
  it('is undone, last effect first, by calls that are recorded themselves', async () => {
    const setting = await newSetting();
    const { at, command, client } = await withFiles(setting);
    mkdirSync(at('trash'));
    await call(client, 'edit_file', { path: at('a.txt'), edits: [{ oldText: 'two', newText: 'three' }] });
    await call(client, 'write_file', { path: at('a.txt'), content: 'anew' });
    await call(client, 'move_file', { source: at('a.txt'), destination: at('c.txt') });
    await call(client, 'write_file', { path: at('c.txt'), content: 'moved and written' });
    await call(client, 'write_file', { path: at('new.txt'), content: 'new' });
    await call(client, 'create_directory', { path: at('made') });
    const session = await endedSession(setting, client);
    const { code, output } = await setting.rollback([session, '--trash', at('trash'), ...command]);
    expect(outcomes(output)).toEqual(Array(6).fill('ROLLED_BACK'));
    expect(code).toBe(0);
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('one\r\ntwo\r\n');
    expect(['c.txt', 'new.txt', 'made'].map((name) => existsSync(at(name)))).toEqual([false, false, false]);
    expect(readdirSync(at('trash'))).toHaveLength(2);
    const [undoing, done] = await setting.sessions();
    expect(undoing).toMatchObject({ status: 'COMPLETED', intent: expect.stringContaining(`Undo session ${done.id}`) });
    const actions = await setting.actions();
    expect(actions.map(({ apiName, status }: { apiName: string; status: string }) => `${apiName} ${status}`)).toEqual([
      'filesystem.move_file SUCCESS',
      'filesystem.move_file SUCCESS',
      'filesystem.write_file SUCCESS',
      'filesystem.move_file SUCCESS',
      'filesystem.write_file SUCCESS',
      'filesystem.write_file SUCCESS',
    ]);
    expect(await setting.rollback([session, ...command])).toMatchObject({ code: 0 });
    const service = (await setting.operator.post(`/sessions/${session}/rollback`)).body.data;
    expect(service.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(6).fill('IRREVERSIBLE'));
  });

  it('is undone past calls that failed and changed nothing', async () => {
    const setting = await newSetting();
    const { at, command, client } = await withFiles(setting);
    await call(client, 'write_file', { path: at('a.txt'), content: 'first' });
    const edits = [{ oldText: 'not in it', newText: 'x' }];
    const failed = await client.callTool({ name: 'edit_file', arguments: { path: at('a.txt'), edits } });
    expect(failed.isError).toBe(true);
    await call(client, 'write_file', { path: at('a.txt'), content: 'second' });
    const { code, output } = await setting.rollback([await endedSession(setting, client), ...command]);
    expect([code, outcomes(output)]).toEqual([0, ['ROLLED_BACK', 'NOTHING_TO_UNDO', 'ROLLED_BACK']]);
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('one\r\ntwo\r\n');
  });

  it('is left alone where another client has changed it since', async () => {
    const setting = await newSetting();
    const { at, command, client } = await withFiles(setting);
    await call(client, 'write_file', { path: at('a.txt'), content: 'anew' });
    await call(client, 'write_file', { path: at('b.txt'), content: 'anew' });
    await call(client, 'write_file', { path: at('new.txt'), content: 'new' });
    const session = await endedSession(setting, client);
    writeFileSync(at('b.txt'), 'by Bob');
    const { code, output } = await setting.rollback([session, ...command]);
    expect(outcomes(output)).toEqual(['IRREVERSIBLE', 'CONFLICT', 'ROLLED_BACK']);
    expect(output).toContain('no tool that deletes');
    expect(code).toBe(1);
    expect(readFileSync(at('b.txt'), 'utf8')).toBe('by Bob');
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('one\r\ntwo\r\n');
    expect(existsSync(at('new.txt'))).toBe(true);
  });

  it('is not undone where a policy forbids that', async () => {
    const setting = await newSetting();
    const { at, command, client } = await withFiles(setting);
    await call(client, 'write_file', { path: at('a.txt'), content: 'anew' });
    const session = await endedSession(setting, client);
    await setting.policy('filesystem.*', 'BLOCK');
    const { code, output } = await setting.rollback([session, ...command]);
    expect([code, outcomes(output)]).toEqual([1, ['ROLLBACK_FAILED']]);
    expect(output).toContain('Files are kept');
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('anew');
  });

  it('cannot be undone where it was no text, and that is said', async () => {
    const setting = await newSetting();
    const { at, command, client } = await withFiles(setting);
    writeFileSync(at('b.txt'), Buffer.from([0xff, 0xfe, 0, 1]));
    await call(client, 'write_file', { path: at('b.txt'), content: 'anew' });
    const { code, output } = await setting.rollback([await endedSession(setting, client), ...command]);
    expect([code, outcomes(output)]).toEqual([1, ['IRREVERSIBLE']]);
    expect(output).toContain('does not hold text');
  });

  it('is kept where its owner alone can read it, and not at the service', async () => {
    const setting = await newSetting();
    const { at, client } = await withFiles(setting);
    writeFileSync(at('b.txt'), 'a secret of the owner');
    await call(client, 'write_file', { path: at('b.txt'), content: 'anew' });
    expect(JSON.stringify(await setting.actions())).not.toContain('a secret of the owner');
    const journal = join(setting.state, 'backstop', 'mcp');
    const files = readdirSync(journal, { recursive: true }).map((name) => join(journal, String(name)));
    const kept = files.filter((file) => statSync(file).isFile());
    expect(kept.map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
    expect(readFileSync(kept[0] ?? '', 'utf8')).toContain('a secret of the owner');
    for (const file of files) if (statSync(file).isDirectory()) expect(statSync(file).mode & 0o077).toBe(0);
  });
});

describe('what was done to a memory', () => {
  const ada = { name: 'Ada', entityType: 'person', observations: ['likes tea', 'plays chess'] };
  const bob = { name: 'Bob', entityType: 'person', observations: [] };
  const knows = { from: 'Ada', to: 'Bob', relationType: 'knows' };

  async function withMemory(setting: Setting) {
    const file = join(newDirectory(), 'memory.jsonl');
    const lines = [ada, bob].map((one) => ({ type: 'entity', ...one }));
    writeFileSync(file, [...lines, { type: 'relation', ...knows }].map((one) => JSON.stringify(one)).join('\n'));
    const script = `process.env.MEMORY_FILE_PATH = ${JSON.stringify(file)}; await import(${JSON.stringify(server('memory'))});`;
    const command = ['--', process.execPath, '--input-type=module', '-e', script];
    const client = await setting.connect(['--no-hold', ...command]);
    return { command, client };
  }
  const graphOf = async (client: Client) => {
    const { entities, relations } = (await call(client, 'read_graph', {})).structuredContent as {
      entities: { name: string; observations: string[] }[];
      relations: { from: string; to: string; relationType: string }[];
    };
    const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
    return {
      entities: entities.map((one) => ({ ...one, observations: one.observations.toSorted() })).sort(byText),
      relations: relations.sort(byText),
    };
  };

  it('is undone: what was added, and what was deleted', async () => {
    const setting = await newSetting();
    const { command, client } = await withMemory(setting);
    const before = await graphOf(client);
    const cy = { name: 'Cy', entityType: 'person', observations: ['new'] };
    const likes = { from: 'Cy', to: 'Bob', relationType: 'likes' };
    await call(client, 'create_entities', { entities: [cy, ada] });
    await call(client, 'create_relations', { relations: [likes, knows] });
    await call(client, 'add_observations', { observations: [{ entityName: 'Bob', contents: ['sings'] }] });
    await call(client, 'delete_observations', { deletions: [{ entityName: 'Ada', observations: ['likes tea'] }] });
    await call(client, 'delete_relations', { relations: [likes] });
    await call(client, 'delete_entities', { entityNames: ['Ada'] });
    expect(await graphOf(client)).not.toEqual(before);
    const { code, output } = await setting.rollback([await endedSession(setting, client), ...command]);
    expect(outcomes(output)).toEqual(Array(6).fill('ROLLED_BACK'));
    expect(code).toBe(0);
    expect(await graphOf(await setting.connect(command))).toEqual(before);
  });

  it('is left alone where another client builds on it', async () => {
    const setting = await newSetting();
    const { command, client } = await withMemory(setting);
    const cy = { name: 'Cy', entityType: 'person', observations: [] };
    await call(client, 'create_entities', { entities: [cy] });
    const session = await endedSession(setting, client);
    const other = await setting.connect(['--no-hold', '--connector', 'other', ...command]);
    await call(other, 'create_relations', { relations: [{ from: 'Bob', to: 'Cy', relationType: 'knows' }] });
    await other.close();
    const { code, output } = await setting.rollback([session, ...command]);
    expect([code, outcomes(output)]).toEqual([1, ['CONFLICT']]);
  });
});
