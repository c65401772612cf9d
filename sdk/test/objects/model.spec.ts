import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { WrapOptions } from '../../src/wrapping/options.js';
import { blockingGate, wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';

/** A client that keeps what it sends. */
class Shop {
  readonly sent: string[] = [];
  #name = 'shop';
  readonly config = { url: 'https://shop.example', retries: 1 };

  from(table: string) {
    return new Query(table, this.sent);
  }
  async transaction(body: (tx: Shop) => unknown) {
    this.sent.push('BEGIN');
    const answer = await body(this);
    this.sent.push('COMMIT');
    return answer;
  }
  async send(what: string) {
    this.sent.push(what);
    return { sent: what };
  }
  add(amount: number) {
    this.sent.push(`add ${amount}`);
    return amount + 1;
  }
  each(rows: string[], visit: (shop: Shop, row: string) => unknown) {
    return rows.map((row) => visit(this, row));
  }
  async $executeRaw(text: string) {
    this.sent.push(text);
  }
  set name(name: string) {
    this.sent.push(`renamed ${name}`);
    this.#name = name;
  }
  get name() {
    return this.#name;
  }
}

class Query {
  readonly parts: string[] = [];
  constructor(
    readonly table: string,
    readonly sent: string[],
  ) {}
  delete() {
    this.parts.push('delete');
    return this;
  }
  eq(column: string, value: unknown) {
    this.parts.push(`${column}=${value}`);
    return this;
  }
  // biome-ignore lint/suspicious/noThenProperty: builders are thenable.
  then<A>(resolve: (value: { rows: number }) => A, reject?: (error: unknown) => A): Promise<A> {
    this.sent.push(`${this.table} ${this.parts.join(' ')}`);
    return Promise.resolve({ rows: 1 }).then(resolve, reject);
  }
}

function setup(options: Partial<WrapOptions> = {}, gate = new RecordingGate()) {
  const raw = new Shop();
  const shop = wrapRecorded(raw, gate, { connector: 'shop', ...options });
  return { raw, shop, gate, sent: raw.sent, asked: () => gate.asked.map(({ apiName }) => apiName) };
}

// Jest fails a test that leaves a rejection without a handler.
afterEach(() => turnOfLoop());

describe('a query builder of a wrapped object', () => {
  it('is asked for once with all of its calls, and is sent with its filter', async () => {
    const { shop, gate, sent } = setup();
    expect(await shop.from('customers').delete().eq('id', 1)).toEqual({ rows: 1 });
    expect(sent).toEqual(['customers delete id=1']);
    expect(gate.asked).toMatchObject([
      {
        apiName: 'shop.from.delete.eq',
        mayDo: expect.arrayContaining(['shop.from', 'shop.from.delete', 'shop.from.eq']),
        payload: {
          calls: [
            { method: 'from', args: ['customers'] },
            { method: 'from.delete', args: [] },
            { method: 'from.delete.eq', args: ['id', 1] },
          ],
        },
      },
    ]);
  });

  it('is held by what holds one of its calls', async () => {
    const { shop, gate, sent } = setup({ operations: { 'from.delete': 'DELETE' }, requiresApproval: ['from.delete'] });
    gate.decide = async (payload) => payload;
    await shop.from('customers').delete().eq('id', 1);
    expect([sent, gate.asked[0]?.operationType]).toEqual([['customers delete id=1'], 'DELETE']);
  });

  it('runs with the arguments that an operator approved instead', async () => {
    const { shop, gate, sent } = setup();
    gate.decide = async ({ calls }) => ({
      calls: (calls as object[]).map((call, at) => (at === 2 ? { ...call, args: ['id', 2] } : call)) as never,
    });
    await shop.from('customers').delete().eq('id', 1);
    expect(sent).toEqual(['customers delete id=2']);
    gate.decide = async () => ({ calls: [] });
    await expect(shop.from('customers').delete().eq('id', 1)).rejects.toMatchObject({
      code: 'approved-payload-invalid',
    });
    expect(sent).toHaveLength(1);
  });

  it('is not sent without a filter that was refused while the program did not wait for it', async () => {
    const { shop, gate, sent } = setup({ reads: ['from'] });
    const query = shop.from('customers');
    const ask = gate.ask.bind(gate);
    gate.ask = async (call, precaptureId) => {
      if (call.apiName === 'shop.from.eq') throw new Error('not this one');
      return ask(call, precaptureId);
    };
    void query.eq('id', 1);
    await turnOfLoop();
    await expect((async () => query.delete())()).rejects.toThrow('not this one');
    expect(sent).toEqual([]);
  });

  it('sends nothing and leaves no rejection behind where its first call is blocked', async () => {
    const { shop, sent } = setup({}, blockingGate());
    await expect((async () => shop.from('customers').delete().eq('id', 1))()).rejects.toMatchObject({
      code: 'policy-blocked',
    });
    const warning = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    void shop.from('customers').delete();
    void shop.send('x');
    await turnOfLoop();
    await turnOfLoop();
    await turnOfLoop();
    expect(sent).toEqual([]);
    const warnings = warning.mock.calls.map(([message]) => message);
    warning.mockRestore();
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The call shop\.from\.delete failed, and the program did not wait for it: Blocked by policy/,
      ),
      expect.stringMatching(/^The call shop\.send failed/),
    ]);
  });
});

describe('a function of the program that a wrapped object calls', () => {
  it('runs inside of the governed call, on parts that run as they do by themselves', async () => {
    const { shop, sent, asked } = setup();
    const answer = await shop.transaction(async (tx) => {
      const sum = tx.add(1);
      await tx.send('inside');
      return sum;
    });
    expect([answer, sent, asked()]).toEqual([2, ['BEGIN', 'add 1', 'inside', 'COMMIT'], ['shop.transaction']]);
  });

  it('is not called where the call is blocked, or for a test key', async () => {
    const body = () => {
      throw new Error('the body ran');
    };
    const blocked = setup({}, blockingGate());
    await expect(blocked.shop.transaction(body)).rejects.toMatchObject({ code: 'policy-blocked' });
    const simulated = setup();
    simulated.gate.simulated = true;
    expect(await simulated.shop.transaction(body)).toMatchObject({ simulated: true });
    expect([blocked.sent, simulated.sent]).toEqual([[], []]);
  });

  it('keeps a part that is asked for again when the call has ended', async () => {
    const { shop, sent, asked } = setup();
    let kept: Shop | undefined;
    await shop.transaction((tx) => {
      kept = tx;
    });
    expect(await kept?.add(1)).toBe(2);
    expect([sent, asked()]).toEqual([
      ['BEGIN', 'COMMIT', 'add 1'],
      ['shop.transaction', 'shop.transaction.add'],
    ]);
  });

  it('asks for each call inside of the calls that the option names, which pass themselves', async () => {
    const { shop, sent, asked } = setup({ through: ['transaction'] });
    await shop.transaction(async (tx) => void (await tx.send('inside')));
    expect([sent, asked()]).toEqual([['BEGIN', 'inside', 'COMMIT'], ['shop.send']]);
    const blocked = setup({ through: ['transaction'] }, blockingGate());
    await expect(blocked.shop.transaction((tx) => tx.send('inside'))).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(blocked.sent).toEqual(['BEGIN']);
  });

  it('cannot write inside of a read, and the refusal names the options that settle it', () => {
    const { shop, sent } = setup({ reads: ['each'] });
    expect(() => shop.each(['a'], (own) => own.add(1))).toThrow(
      /shop\.\w+.* in reads if it changes nothing, or 'each' in through/,
    );
    expect(sent).toEqual([]);
  });
});

describe('a member that a wrapped object cannot govern', () => {
  it('is refused at its first use with the member and the option that settles it', async () => {
    const { shop, sent } = setup();
    expect(() => {
      shop.name = 'other';
    }).toThrow(/^shop\.name runs code of the client when it is set.*name 'name' in reads/);
    expect(() => shop.add(1) + 1).toThrow(/^The call shop\.add answers a promise.*name 'add' in reads/);
    expect(() => [...(shop.from('x') as never)]).toThrow(/^The call shop\.from answers a promise/);
    await turnOfLoop();
    expect(sent).toEqual(['add 1']);
    const named = setup({ reads: ['name', 'add'] });
    named.shop.name = 'other';
    expect([named.shop.name, named.shop.add(1)]).toEqual(['other', 2]);
  });

  it('is governed where the client gives methods to an object of the program', async () => {
    const sent: string[] = [];
    const raw = { define: (spec: { name: string }) => Object.assign(spec, { save: async () => sent.push(spec.name) }) };
    const models = wrapRecorded(raw, blockingGate(), { connector: 'models', reads: ['define'] });
    await expect((async () => models.define({ name: 'user' }).save())()).rejects.toMatchObject({
      code: 'policy-blocked',
    });
    expect(sent).toEqual([]);
  });

  it('has a name that the service takes', async () => {
    const { shop, asked } = setup();
    await shop.$executeRaw('VACUUM');
    expect(asked()).toEqual(['shop._executeRaw']);
  });

  it('is governed where no method was known at wrap(), also by a wildcard of requiresApproval', async () => {
    const dynamic = (path: string): never =>
      new Proxy(() => undefined, {
        get: (_, key) => (key === 'then' ? undefined : dynamic(`${path}/${String(key)}`)),
        apply: async () => path,
      }) as never;
    const gate = new RecordingGate();
    const api = wrapRecorded(dynamic('') as { users: { byId: { query(id: number): Promise<string> } } }, gate, {
      connector: 'api',
      requiresApproval: ['users.*'],
    });
    expect(await api.users.byId.query(1)).toBe('/users/byId/query');
    expect(gate.asked.map(({ apiName }) => apiName)).toEqual(['api.users.byId.query']);
  });
});
