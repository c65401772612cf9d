import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  connect,
  newDirectory,
  newSetting,
  run,
  server,
  text,
  withFiles,
  write,
} from '../../../sdk/test/support/mcp.js';
import { freePort } from '../../support/free-port.mjs';
import { eventually, patience } from '../../support/patience.mjs';
import { startService } from '../../support/service.mjs';

/** The proxy says by itself which tools can be tasks. */
const withoutTasks = (tools: readonly { execution?: unknown }[]) => tools.map(({ execution: _, ...tool }) => tool);

describe('a server behind backstop-mcp', () => {
  it.each(['filesystem', 'memory', 'everything'] as const)(
    '%s lists the same tools as without the proxy',
    async (name) => {
      const setting = await newSetting();
      const own = [server(name), ...(name === 'filesystem' ? [newDirectory()] : [])];
      const env = setting.environment();
      const bare = await connect({ args: own, env });
      const proxied = await setting.connect(['--', process.execPath, ...own]);
      const tools = await bare.listTools();
      expect(tools.tools.length).toBeGreaterThan(8);
      expect(withoutTasks((await proxied.listTools()).tools)).toEqual(withoutTasks(tools.tools));
      expect(proxied.getServerVersion()).toEqual(bare.getServerVersion());
      const { tasks, ...capabilities } = bare.getServerCapabilities() ?? {};
      const offered = { ...tasks, cancel: {}, requests: { ...tasks?.requests, tools: { call: {} } } };
      expect(proxied.getServerCapabilities()).toEqual({ ...capabilities, tasks: offered });
      expect(proxied.getInstructions()).toEqual(bare.getInstructions());
      if (bare.getServerCapabilities()?.prompts) expect(await proxied.listPrompts()).toEqual(await bare.listPrompts());
      if (bare.getServerCapabilities()?.resources) {
        expect(await proxied.listResources()).toEqual(await bare.listResources());
      }
      expect(await setting.sessions()).toEqual([]);
    },
  );

  it('is read on the record where that is asked for', async () => {
    const setting = await newSetting();
    const { client, file } = await withFiles(setting, ['--log-reads']);
    await client.callTool({ name: 'read_text_file', arguments: { path: file } });
    await client.close();
    expect(await setting.actions()).toMatchObject([
      { apiName: 'filesystem.read_text_file', operationType: 'READ', status: 'SUCCESS', payload: { path: file } },
    ]);
  });

  it('joins a session that is open already, and leaves it open', async () => {
    const setting = await newSetting();
    const { id } = (await setting.agent.post('/sessions', { agentId: 'scribe', intent: 'take notes' })).body.data;
    const { client, file } = await withFiles(setting, ['--no-hold', '--session', id]);
    await client.callTool(write(file, 'anew'));
    await client.close();
    const sessions = await setting.sessions();
    expect(sessions).toMatchObject([{ id, status: 'ACTIVE', counters: { success: 1 } }]);
  });

  it('reports a failed tool as the server itself does, and records it as failed', async () => {
    const setting = await newSetting();
    const { client, file } = await withFiles(setting, ['--no-hold']);
    const outside = await client.callTool(write('/outside.txt', 'x'));
    expect(outside).toMatchObject({ isError: true });
    expect(text(outside)).toContain('Access denied');
    const wrong = await client.callTool({ name: 'write_file', arguments: { path: file } });
    expect(wrong).toMatchObject({ isError: true });
    expect((await setting.actions()).map(({ status }: { status: string }) => status)).toEqual(['FAILED', 'FAILED']);
  });

  it('holds a policy about a file to every way to write its path', async () => {
    const setting = await newSetting();
    const { client, directory, file, read } = await withFiles(setting, ['--no-hold']);
    const condition = { field: 'path', operator: 'eq', value: file };
    const made = await setting.operator.post('/policies', {
      apiNamePattern: 'filesystem.*',
      condition,
      action: 'BLOCK',
    });
    expect(made.status).toBe(201);
    mkdirSync(join(directory, 'inner'));
    symlinkSync(file, join(directory, 'link.txt'));
    symlinkSync(directory, join(directory, 'again'));
    const ways = [
      ...['./notes.txt', '/notes.txt', 'inner/../notes.txt', 'notes.txt/', 'link.txt', 'again/notes.txt'].map(
        (way) => `${directory}/${way}`,
      ),
      ...['notes.txt', 'inner/../link.txt'],
    ];
    for (const path of ways) {
      const answer = await client.callTool(write(path, 'anew'));
      expect([path, text(answer)]).toEqual([path, expect.stringContaining('Blocked by policy')]);
    }
    expect(read()).toBe('as it was');
    expect(await client.callTool(write(join(directory, 'again', 'new.txt'), 'new'))).not.toMatchObject({
      isError: true,
    });
    expect(readFileSync(join(directory, 'new.txt'), 'utf8')).toBe('new');
  });

  it('writes nothing while the service is away, and says so; reads continue', async () => {
    const service = await startService();
    const setting = await newSetting(service);
    const { client, file, read } = await withFiles(setting, ['--no-hold']);
    await service.kill('SIGKILL');
    const written = await client.callTool(write(file, 'anew'));
    expect(written).toMatchObject({ isError: true });
    expect(text(written)).toContain('Backstop could not be reached');
    expect(read()).toBe('as it was');
    expect(await client.callTool({ name: 'read_text_file', arguments: { path: file } })).not.toHaveProperty('isError');
  });

  it('writes nothing while its options hold a tool that does not exist', async () => {
    const setting = await newSetting();
    const { client, file, read } = await withFiles(setting, ['--no-hold', '--hold', 'wirte_file']);
    const written = await client.callTool(write(file, 'anew'));
    expect(text(written)).toContain("--hold names 'wirte_file'");
    expect(read()).toBe('as it was');
  });

  it('of a test key writes nothing, and answers as if', async () => {
    const setting = await newSetting();
    const { client, file, read } = await withFiles(setting, ['--no-hold'], { as: setting.testAgent });
    await client.listTools();
    expect(await client.callTool(write(file, 'anew'))).toMatchObject({ structuredContent: { content: 'simulated' } });
    expect(read()).toBe('as it was');
  });
});

describe('annotations', () => {
  it('of a server that is not known let nothing pass unasked, unless they are trusted', async () => {
    const setting = await newSetting();
    const everything = ['--', process.execPath, server('everything')];
    const sum = { name: 'get-sum', arguments: { a: 1, b: 2 } };
    const asked = await setting.connect(everything);
    expect(text(await asked.callTool(sum))).toContain('3');
    expect(await setting.actions()).toMatchObject([
      { apiName: 'mcp.get-sum', operationType: 'EXECUTE', status: 'SUCCESS' },
    ]);
    const trusted = await setting.connect(['--trust-annotations', '--connector', 'demo', ...everything]);
    const named = await setting.connect(['--reads', 'get-sum', '--connector', 'demo', ...everything]);
    for (const client of [trusted, named]) expect(text(await client.callTool(sum))).toContain('3');
    expect(await setting.sessions()).toHaveLength(1);
  });
});

describe('everything else passes both ways', () => {
  it('sampling, elicitation, roots, logging, progress, resources and prompts', async () => {
    const setting = await newSetting();
    const { ElicitRequestSchema, CreateMessageRequestSchema, ListRootsRequestSchema } = await import(
      '@modelcontextprotocol/sdk/types.js'
    );
    const seen: string[] = [];
    const client = await setting.connect(['--no-hold', '--', process.execPath, server('everything')], {
      prepare: (one) => {
        one.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: 'file:///r', name: 'r' }] }));
        one.setRequestHandler(CreateMessageRequestSchema, async () => {
          seen.push('sampling');
          return { model: 'm', role: 'assistant', content: { type: 'text', text: 'sampled' } };
        });
        one.setRequestHandler(ElicitRequestSchema, async () => {
          seen.push('elicitation');
          return { action: 'decline' };
        });
        one.fallbackNotificationHandler = async ({ method }) => void seen.push(method);
      },
    });
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    // The server offers these once it has heard what the client can do.
    const offers = await eventually(names, (all) => all.includes('trigger-sampling-request'));
    expect(offers).toContain('trigger-sampling-request');
    const sampled = await client.callTool({
      name: 'trigger-sampling-request',
      arguments: { prompt: 'p', maxTokens: 9 },
    });
    expect(text(sampled)).toContain('sampled');
    await client.callTool({ name: 'trigger-elicitation-request', arguments: {} });
    expect(seen).toEqual(expect.arrayContaining(['sampling', 'elicitation']));
    const progress: number[] = [];
    // The client drops a notification that arrives in one piece with the answer, as the last step's may.
    const long = { name: 'trigger-long-running-operation', arguments: { duration: 1, steps: 3 } };
    await client.callTool(long, undefined, { onprogress: ({ progress: one }) => void progress.push(one) });
    expect(progress).toEqual(expect.arrayContaining([1, 2]));
    const [resource] = (await client.listResources()).resources;
    expect((await client.readResource({ uri: resource?.uri ?? '' })).contents).toHaveLength(1);
    const prompt = await client.getPrompt({ name: (await client.listPrompts()).prompts[0]?.name ?? '' });
    expect(prompt.messages.length).toBeGreaterThan(0);
    await client.setLoggingLevel('debug');
  });

  it('over streamable HTTP as well', async () => {
    const setting = await newSetting();
    const port = await freePort();
    const { spawn } = await import('node:child_process');
    const env = { ...setting.environment(), PORT: String(port) };
    const http = spawn(process.execPath, [server('everything'), 'streamableHttp'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      await new Promise<void>((resolve) =>
        http.stderr.on('data', (said) => String(said).includes('listening') && resolve()),
      );
      const bare = await connect({ args: [server('everything')], env });
      const client = await setting.connect(['--url', `http://127.0.0.1:${port}/mcp`]);
      const firstOf = async (one: typeof bare) => withoutTasks((await one.listTools()).tools.slice(0, 8));
      expect(await firstOf(client)).toEqual(await firstOf(bare));
      expect(text(await client.callTool({ name: 'get-sum', arguments: { a: 1, b: 2 } }))).toContain('3');
      await setting.policy('mcp.*', 'BLOCK');
      expect(await client.callTool({ name: 'echo', arguments: { message: 'm' } })).toMatchObject({ isError: true });
      expect((await setting.actions()).map(({ status }: { status: string }) => status)).toEqual(['SUCCESS', 'BLOCKED']);
    } finally {
      http.kill('SIGKILL');
    }
  });
});

describe('the end', () => {
  it('of a proxy that is killed leaves the call unconfirmed', async () => {
    const setting = await newSetting();
    const client = await setting.connect(['--no-hold', '--', process.execPath, server('everything')]);
    const long = { name: 'trigger-long-running-operation', arguments: { duration: patience(1_200) / 1_000, steps: 2 } };
    client.callTool(long).catch(() => undefined);
    await eventually(setting.actions, ([first]) => first?.status === 'CLEARED');
    process.kill(client.pid(), 'SIGKILL');
    await client.close();
    expect(await setting.actions()).toMatchObject([{ status: 'CLEARED' }]);
  });

  it('of the client ends the server, whose last output still arrives', async () => {
    const setting = await newSetting();
    const mark = join(newDirectory(), 'ended');
    const script = `import { writeFileSync } from 'node:fs'; process.stderr.write('hello from below');
      process.stdin.on('end', () => writeFileSync(${JSON.stringify(mark)}, process.env.BACKSTOP_API_KEY ?? 'no key'));
      await import(${JSON.stringify(server('memory'))});`;
    const client = await setting.connect(['--', process.execPath, '--input-type=module', '-e', script]);
    expect(client.said()).toContain('hello from below');
    await client.close();
    expect(await eventually(() => existsSync(mark))).toBe(true);
    expect(readFileSync(mark, 'utf8')).toBe('no key');
  });

  it('comes at once, with what to do about it, when it was called wrongly', async () => {
    const setting = await newSetting();
    const proxy = join(import.meta.dirname, '..', '..', '..', 'sdk', 'dist', 'esm', 'mcp', 'main.js');
    const { BACKSTOP_API_KEY: _, ...keyless } = setting.environment();
    expect(await run([proxy, '--', 'x'], keyless)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('BACKSTOP_API_KEY'),
    });
    expect(await run([proxy, '--hlod', 'a', '--', 'x'], setting.environment())).toMatchObject({
      code: 2,
      errors: expect.stringContaining("Unknown option '--hlod'"),
    });
    expect(await run([proxy, '--help'], keyless)).toMatchObject({
      code: 0,
      output: expect.stringContaining('rollback'),
    });
  });
});
