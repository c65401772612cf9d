import {
  Agent,
  applyPatchTool,
  computerTool,
  type MCPServer,
  type Model,
  type ModelRequest,
  type ModelResponse,
  Runner,
  setTracingDisabled,
  shellTool,
  type Tool,
  tool,
  Usage,
  webSearchTool,
} from '@openai/agents';
import { z } from 'zod';
import { eventually, patience } from '../../../test/support/patience.mjs';
import { governMcpServer, governTools, noLongerMessage } from '../../src/openai-agents.js';
import type { Session } from '../../src/session.js';
import { newGovernance } from '../support/governance.js';

setTracingDisabled(true);

/** Calls one tool, then says that it is done; keeps the requests it received. */
class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];

  constructor(
    private readonly name: string,
    private readonly input: object,
  ) {}

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.requests.push(
      structuredClone({ ...request, signal: undefined, tools: [], handoffs: [], modelSettings: {} }) as never,
    );
    const usage = new Usage();
    if (this.requests.length > 1) {
      const content = [{ type: 'output_text' as const, text: 'done' }];
      return { usage, output: [{ type: 'message', role: 'assistant', status: 'completed', content }] };
    }
    const { name } = this;
    const call = { type: 'function_call' as const, callId: 'call-1', name, status: 'completed' as const };
    return { usage, output: [{ ...call, arguments: JSON.stringify(this.input) }] };
  }

  getStreamedResponse(): never {
    throw new Error('not streamed');
  }

  /** Returns the tool's answer as the model received it. */
  get told(): unknown {
    const input = this.requests[1]?.input;
    const result = Array.isArray(input) ? input.find((item) => item.type === 'function_call_result') : undefined;
    const output = (result as { output?: unknown } | undefined)?.output;
    return (output as { text?: unknown } | undefined)?.text ?? output;
  }
}

async function setup(options: object = {}) {
  const governance = await newGovernance();
  const done: unknown[] = [];
  const parameters = z.object({ id: z.string(), amount: z.number() });
  const refund = tool({
    name: 'refund',
    description: 'Give money back',
    parameters,
    execute: async (input) => {
      done.push(input);
      if (input.amount < 0) throw new Error('less than nothing');
      return `refunded ${input.amount}`;
    },
  });
  const lookUp = tool({
    name: 'look_up',
    description: 'Look up',
    parameters,
    execute: async ({ id }) => `${id} is open`,
  });
  const wanted = { reads: ['look_up'], pollIntervalMs: 1000, timeoutMs: patience(8_000), ...options };
  const governed = governTools([refund, lookUp], governance.session, wanted);
  const run = async (name: string, input: object, tools: readonly Tool[] = governed) => {
    const model = new ScriptedModel(name, input);
    const agent = new Agent({ name: 'Support', tools: [...tools], model });
    const result = await new Runner({ tracingDisabled: true }).run(agent, 'go');
    return { told: model.told, final: result.finalOutput };
  };
  return { ...governance, done, tools: [refund, lookUp] as const, governed, run };
}

describe('a tool of OpenAI Agents', () => {
  it('runs once it was asked for, and is recorded with its input and its answer', async () => {
    const { run, done, actions } = await setup();
    expect(await run('refund', { id: 'o-1', amount: 5 })).toEqual({ told: 'refunded 5', final: 'done' });
    expect(done).toEqual([{ id: 'o-1', amount: 5 }]);
    expect(await actions()).toMatchObject([
      {
        apiName: 'tools.refund',
        operationType: 'EXECUTE',
        toolCallId: 'call-1',
        status: 'SUCCESS',
        payload: { id: 'o-1', amount: 5 },
        response: 'refunded 5',
      },
    ]);
  });

  it('that was undone is named to the model in a message', async () => {
    const { run, session, operator, actions } = await setup();
    await run('refund', { id: 'o-1', amount: 5 });
    await session.flush();
    expect(await noLongerMessage(session)).toBeNull();
    const [{ id } = { id: '' }] = await actions();
    await operator.post(`/sessions/${session.id}/actions/${id}/settle`, { as: 'undone', note: 'Paid back by hand.' });
    const told = await noLongerMessage(session);
    const model = new ScriptedModel('refund', {});
    // It has called the tool already.
    model.requests.push({} as ModelRequest);
    await new Runner({ tracingDisabled: true }).run(new Agent({ name: 'Support', model }), told ? [told] : []);
    const content = expect.stringContaining('- tools.refund (tool call call-1)');
    expect(model.requests[1]?.input).toMatchObject([{ role: 'user', content }]);
  });

  it('that a policy blocks does not run, and the model receives the reason', async () => {
    const { run, done, policy } = await setup();
    await policy('tools.*', 'BLOCK');
    expect(await run('refund', { id: 'o-1', amount: 5 })).toEqual({
      told: 'Blocked by policy: For people to do. The call did not run. Do not retry it unchanged; do something else, or ask an operator.',
      final: 'done',
    });
    expect(done).toEqual([]);
  });

  it('that is held runs with the input that was approved, and the model reads what a person changed', async () => {
    const { run, done, approve } = await setup({ requiresApproval: ['*'] });
    const running = run('refund', { id: 'o-1', amount: 500 });
    await approve((payload) => ({ ...payload, amount: 50 }));
    expect((await running).told).toMatch(/^refunded 50\n\nAn operator changed .+\(amount: 50 in place of 500\)/);
    expect(done).toEqual([{ id: 'o-1', amount: 50 }]);
  });

  it('whose time is up while it waits does not run, and asks no person any more', async () => {
    const { session, tools, done, operator, actions } = await setup();
    // It has to be asked for by then.
    const timeoutMs = patience(300);
    const hasty = { ...tools[0], timeoutMs } as (typeof tools)[0];
    const governed = governTools(hasty, session, { requiresApproval: ['refund'], pollIntervalMs: 1000 });
    const model = new ScriptedModel('refund', { id: 'o-1', amount: 5 });
    const agent = new Agent({ name: 'Support', tools: [governed], model });
    await new Runner({ tracingDisabled: true }).run(agent, 'go');
    expect(model.told).toBe(`Tool 'refund' timed out after ${timeoutMs}ms.`);
    const [action] = await eventually(actions, ([first]) => first?.status === 'REJECTED');
    expect(action).toMatchObject({ status: 'REJECTED', refusal: { code: 'withdrawn' }, violation: null });
    expect((await operator.get('/approvals')).body.data).toEqual([]);
    expect(done).toEqual([]);
  });

  it('that fails is recorded as failed, and gives the model its own error', async () => {
    const { run, tools, actions } = await setup();
    const input = { id: 'o-1', amount: -1 };
    const bare = await run('refund', input, tools);
    expect(bare.told).toContain('An error occurred');
    expect((await run('refund', input)).told).toBe(bare.told);
    expect(await actions()).toMatchObject([{ status: 'FAILED' }]);
  });

  it('that only reads is recorded where that is asked for', async () => {
    const { governed, tools } = await setup();
    expect(governed[1]).toMatchObject({ invoke: (tools[1] as { invoke?: unknown }).invoke });
    const logged = await setup({ logReads: true });
    expect((await logged.run('look_up', { id: 'o-1', amount: 1 })).told).toBe('o-1 is open');
    await logged.session.flush();
    expect(await logged.actions()).toMatchObject([{ apiName: 'tools.look_up', operationType: 'READ' }]);
  });

  it('that runs at the provider is refused, unless it is said to read only', async () => {
    const { session } = await setup();
    const search = webSearchTool();
    expect(() => governTools(search, session)).toThrow(expect.objectContaining({ code: 'ungoverned-call' }));
    expect(governTools(search, session, { reads: [search.name] })).toBe(search);
  });

  it('named in through is asked for once: each call of a wrapped client in it, with the id of the tool call', async () => {
    const { tools, session, wrap, actions } = await setup();
    const crm = wrap({ credit: async (id: string, amount: number) => ({ id, amount }) }, { connector: 'crm' });
    const refund = tool({
      name: 'refund',
      description: 'Give money back',
      parameters: z.object({ id: z.string(), amount: z.number() }),
      execute: async ({ id, amount }) => `credited ${(await crm.credit(id, amount)).amount}`,
    });
    const told = async (governed: (typeof tools)[0]) => {
      const model = new ScriptedModel('refund', { id: 'o-1', amount: 5 });
      const agent = new Agent({ name: 'Support', tools: [governed], model });
      await new Runner({ tracingDisabled: true }).run(agent, 'go');
      return model.told;
    };
    expect(await told(governTools(refund as never, session, { through: ['refund'] }))).toBe('credited 5');
    const named = async () => (await actions()).map(({ apiName, toolCallId }) => [apiName, toolCallId]);
    expect(await named()).toEqual([['crm.credit', 'call-1']]);
    expect(await told(governTools(refund as never, session))).toBe('credited 5');
    expect((await named()).slice(1)).toEqual([
      ['tools.refund', 'call-1'],
      ['crm.credit', 'call-1'],
    ]);
  });
});

describe('an agent of OpenAI Agents with a governed tool', () => {
  const listed = [{ name: 'write_file', inputSchema: { type: 'object', properties: {} } }];
  const server = () => {
    const written: unknown[] = [];
    const raw = {
      name: 'files',
      cacheToolsList: false,
      ...{ connect: async () => undefined, close: async () => undefined, invalidateToolsCache: async () => undefined },
      listTools: async () => listed,
      callTool: async (_: string, args: unknown) => {
        written.push(args);
        return [{ type: 'text', text: 'written' }];
      },
    } as unknown as MCPServer;
    return { raw, written };
  };
  const runOf = (tools: readonly Tool[], mcpServers: MCPServer[]) => {
    const model = new ScriptedModel('write_file', {});
    const agent = new Agent({ name: 'Support', tools: [...tools], mcpServers, model });
    return new Runner({ tracingDisabled: true }).run(agent, 'go').then(
      () => model.told,
      (error: { code?: string; message: string }) => [error.code, error.message],
    );
  };

  it('does not run while it has an MCP server that is not governed', async () => {
    const { governed } = await setup();
    const { raw, written } = server();
    const refused = await runOf(governed, [raw]);
    expect(refused).toEqual(['ungoverned-call', expect.stringContaining("MCP server 'files' of the agent 'Support'")]);
    expect(written).toEqual([]);
  });

  it('asks for the tools of an MCP server that is', async () => {
    const { governed, session, actions } = await setup();
    const { raw, written } = server();
    await runOf(governed, [governMcpServer(raw, session, { connector: 'files' })]);
    expect(written).toEqual([{}]);
    expect(await actions()).toMatchObject([{ apiName: 'files.write_file', status: 'SUCCESS' }]);
  });

  it('asks an MCP server for its tools again where it could not answer at first', async () => {
    const { session } = await setup();
    const { raw, written } = server();
    let isAway = true;
    const listTools = async () => {
      if (isAway) throw new Error('The server starts again.');
      return listed;
    };
    const governed = governMcpServer(Object.assign(raw, { listTools }) as MCPServer, session, { connector: 'files' });
    await expect(governed.callTool('write_file', {})).rejects.toThrow('The server starts again.');
    isAway = false;
    await expect(governed.callTool('write_file', {})).resolves.toEqual([{ type: 'text', text: 'written' }]);
    expect(written).toEqual([{}]);
  });

  it('does not run while it has a shell, or a tool at the provider, that is not governed', async () => {
    const { governed, session } = await setup();
    const run = async () => ({ output: [] });
    for (const tool of [shellTool({ shell: { run } }), webSearchTool()]) {
      const named = expect.stringContaining(`'${tool.name}' of the agent 'Support'`);
      expect(await runOf([...governed, tool], [])).toEqual(['ungoverned-call', named]);
      const read = governTools(tool, session, { reads: [tool.name] });
      expect(await runOf([...governed, read], [])).not.toContain('ungoverned-call');
    }
  });
});

describe('a tool of OpenAI Agents that acts in this process', () => {
  const done: unknown[] = [];
  const shell = shellTool({
    shell: {
      run: async ({ commands }) => {
        done.push(commands);
        return { output: [{ stdout: 'ran', stderr: '', outcome: { type: 'exit', exitCode: 0 } }] };
      },
    },
  });
  const edit = async ({ type }: { type: string }) => void done.push(type);
  const patch = applyPatchTool({ editor: { createFile: edit, updateFile: edit, deleteFile: edit } });
  const act = async (...args: unknown[]) => void done.push(args);
  const screen = { screenshot: async () => 'png', wait: act, click: act, doubleClick: act, scroll: act };
  const computer = computerTool({ computer: { ...screen, type: act, move: act, keypress: act, drag: act } });
  const changes = async (session: Session) => {
    const governed = governTools([shell, patch, computer], session);
    const [ran, , clicking] = governed as unknown as [typeof shell, typeof patch, { computer: typeof screen }];
    const { editor } = governed[1] as typeof patch;
    return [
      await ran.shell.run({ commands: ['rm -r x'] }),
      await editor.deleteFile({ type: 'delete_file', path: 'a' }),
      await clicking.computer.click(1, 2, 'left', {}).catch(({ code }: { code: string }) => code),
      await clicking.computer.screenshot(),
    ];
  };
  beforeEach(() => void done.splice(0));

  it('is asked for before each command, edit or action', async () => {
    const { session, actions } = await setup();
    await changes(session);
    expect(done).toEqual([['rm -r x'], 'delete_file', [1, 2, 'left', {}]]);
    expect(await actions()).toMatchObject([
      { apiName: 'tools.shell', status: 'SUCCESS', payload: { commands: ['rm -r x'] } },
      { apiName: 'tools.apply_patch', payload: { type: 'delete_file', path: 'a' } },
      { apiName: expect.stringMatching(/^tools\.computer/), payload: { action: 'click', args: [1, 2, 'left'] } },
    ]);
  });

  it('does nothing where a policy blocks it, and answers the model with the reason', async () => {
    const { session, policy } = await setup();
    await policy('tools.*', 'BLOCK');
    const blocked = expect.stringContaining('Blocked by policy');
    expect(await changes(session)).toEqual([
      { output: [{ stdout: '', stderr: blocked, outcome: { type: 'exit', exitCode: 1 } }] },
      { status: 'failed', output: blocked },
      'policy-blocked',
      'png',
    ]);
    expect(done).toEqual([]);
  });

  it('of an MCP server is asked for under its name, unless it reads', async () => {
    const { session, policy, actions } = await setup();
    const callTool = async (name: string, args: unknown) => {
      done.push([name, args]);
      return [{ type: 'text', text: `did ${name}` }];
    };
    const listed = ['write_file', 'read_file'].map((name) => ({ name, inputSchema: {} }));
    const raw = {
      name: 'files',
      cacheToolsList: false,
      listTools: async () => listed,
      callTool,
    } as unknown as MCPServer;
    const server = governMcpServer(raw, session, { connector: 'files', reads: ['read_file'] });
    expect(await server.callTool('write_file', { path: 'a' })).toEqual([{ type: 'text', text: 'did write_file' }]);
    await policy('files.*', 'BLOCK');
    const refused = [{ type: 'text', text: expect.stringContaining('Blocked by policy') }];
    expect(await server.callTool('write_file', { path: 'b' })).toEqual(refused);
    expect(await server.callTool('read_file', { path: 'a' })).toEqual([{ type: 'text', text: 'did read_file' }]);
    await expect(server.callTool('drop_all', {})).resolves.toEqual([
      { type: 'text', text: expect.stringContaining("'drop_all' is none of these tools") },
    ]);
    expect(done).toEqual([
      ['write_file', { path: 'a' }],
      ['read_file', { path: 'a' }],
    ]);
    expect(await actions()).toMatchObject([{ apiName: 'files.write_file', payload: { path: 'a' } }, {}]);
  });
});
