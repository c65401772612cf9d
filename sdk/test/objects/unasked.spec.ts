import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { eventually } from '../../../test/support/patience.mjs';
import type { WrapOptions } from '../../src/wrapping/options.js';
import { blockingGate, wrapRecorded } from '../support/every-method.js';
import { RecordingGate } from '../support/recording-gate.js';

const sent: string[] = [];
beforeEach(() => void sent.splice(0));
// Jest fails a test that leaves a rejection without a handler.
afterEach(() => turnOfLoop());

class Row {
  readonly #name: string;
  constructor(name: string) {
    this.#name = name;
  }
  async save() {
    sent.push(`save ${this.#name}`);
    return this.#name;
  }
}

/** A query that is sent when it is awaited. */
class Query {
  readonly parts: string[] = [];
  readonly options = new Map<string, string>();
  method = 'select';
  delete() {
    this.parts.push('delete');
    return this;
  }
  // biome-ignore lint/suspicious/noThenProperty: builders are thenable.
  then<A>(resolve: (value: string) => A, reject?: (error: unknown) => A): Promise<A> {
    sent.push([this.method, ...this.parts].join(' '));
    return Promise.resolve('done').then(resolve, reject);
  }
}

/** A client that makes up a method for each name. */
const rpc = (path: string): never =>
  new Proxy(() => undefined, {
    get: (_, key) => (typeof key === 'symbol' || key === 'then' ? undefined : rpc(`${path}.${key}`)),
    apply: async () => {
      sent.push(path);
      return path;
    },
  }) as never;

class Bag {
  *[Symbol.iterator]() {
    sent.push('iterate');
    yield new Row('of the bag');
  }
}

const KEY = {};

class Store extends EventEmitter {
  readonly queries = new Map([['purge', new Query()]]);
  readonly queued = new Set([new Query()]);
  readonly tenants = new WeakMap([[KEY, new Row('of a tenant')]]);
  readonly last = new WeakRef(new Row('of a reference'));
  readonly bag = new Bag();
  readonly rpc: { users: Record<string, (id: number) => Promise<unknown>> } = rpc('rpc');
  readonly input = new Writable({
    write: (chunk, _, done) => {
      sent.push(`write ${chunk}`);
      done();
    },
  });
  readonly sink = new WritableStream({ write: (chunk) => void sent.push(`write ${chunk}`) });
  readonly users = {
    named: 'users',
    async remove(id: number) {
      sent.push(`remove ${this.named} ${id}`);
    },
  };
  readonly posts = { named: 'posts' };
  constructor() {
    super();
    this.on('message', (text: string) => void sent.push(`message ${text}`));
  }
  query() {
    return new Query();
  }
  use(middleware: (row: Row) => (row: Row) => unknown) {
    return middleware(new Row('of the outer'))(new Row('of the inner'));
  }
  async *rows() {
    sent.push('rows');
    yield new Row('of a list');
  }
  cursor() {
    return { [Symbol.asyncIterator]: () => this.rows() };
  }
}

function setup(options: Partial<WrapOptions> = {}, gate = new RecordingGate()) {
  const store = wrapRecorded(new Store(), gate, { connector: 'store', ...options });
  return { store, gate, asked: () => gate.asked.map(({ apiName }) => apiName) };
}

const refused = { code: 'policy-blocked' };

describe('a collection of clients', () => {
  const uses: [string, (store: Store) => unknown, string, string][] = [
    ['a Map', (store) => store.queries.get('purge'), 'select', 'store.queries.then'],
    ['a Set', async (store) => await [...store.queued][0], 'select', 'store.queued.then'],
    ['a WeakMap', (store) => store.tenants.get(KEY)?.save(), 'save of a tenant', 'store.tenants.save'],
    ['a WeakRef', (store) => store.last.deref()?.save(), 'save of a reference', 'store.last.save'],
  ];

  it.each(uses)('that is %s hands out nothing that sends unasked', async (_, use, what, name) => {
    await expect((async () => await use(setup({}, blockingGate()).store))()).rejects.toMatchObject(refused);
    expect(sent).toEqual([]);
    const { store, asked } = setup();
    await use(store);
    expect([sent, asked()]).toEqual([[what], [name]]);
  });
});

describe('iterating over a member, or over what through has handed out', () => {
  it('asks once before it begins', async () => {
    const all = async (store: Store) => {
      const saved: unknown[] = [];
      for await (const row of await store.cursor()) saved.push(await row.save());
      return saved;
    };
    await expect(all(setup({ through: ['cursor'] }, blockingGate()).store)).rejects.toMatchObject(refused);
    expect(sent).toEqual([]);
    const { store, asked } = setup({ through: ['cursor'] });
    expect(await all(store)).toEqual(['of a list']);
    expect([sent, asked()]).toEqual([
      ['rows', 'save of a list'],
      ['store.cursor.symbol-asyncIterator', 'store.cursor.symbol-asyncIterator.save'],
    ]);
  });

  it('is refused where it cannot wait, with the option that settles it', async () => {
    const { store, gate } = setup();
    expect(() => [...store.bag]).toThrow(
      'The call store.bag.symbol-iterator answers a promise, because it is asked for first: ' +
        "await it, or name 'bag.symbol-iterator' in reads if it changes nothing.",
    );
    expect([sent, gate.asked]).toEqual([[], []]);
    const reading = setup({ reads: ['bag.symbol-iterator'] }, blockingGate());
    for (const row of reading.store.bag) await expect((async () => row.save())()).rejects.toMatchObject(refused);
    expect(sent).toEqual(['iterate']);
  });
});

describe('a name of the language that a client makes up a method for', () => {
  it.each(['hasOwnProperty', 'isPrototypeOf', 'toString', 'valueOf', 'toJSON', 'on', 'setMaxListeners'])(
    'is asked for: %s',
    async (name) => {
      const call = async ({ rpc }: Store) => await rpc.users[name]?.(1);
      await expect(call(setup({}, blockingGate()).store)).rejects.toMatchObject(refused);
      expect(sent).toEqual([]);
      const { store, asked } = setup();
      await call(store);
      expect([sent, asked()]).toEqual([[`rpc.users.${name}`], [`store.rpc.users.${name}`]]);
    },
  );

  it('passes where it is that of the language, or a conversion of an ordinary object', () => {
    const { store, asked } = setup();
    expect([String(store), Object.hasOwn(store, 'bag'), store.getMaxListeners()]).toEqual([
      '[object Object]',
      true,
      10,
    ]);
    expect(asked()).toEqual([]);
  });
});

describe('data that a call answers', () => {
  it('is a copy: neither side sees what the other changes', async () => {
    const own = { name: 'Ada', tags: ['a'], at: new Date(0), seen: new Map([['x', { n: 1 }]]) };
    for (const reads of [[], ['get']]) {
      const client = wrapRecorded({ get: async () => own }, new RecordingGate(), { connector: 'crm', reads });
      const answer = await client.get();
      expect(answer).toEqual(own);
      answer.tags.push('b');
      Object.assign(answer.seen.get('x') ?? {}, { n: 2 });
      expect([own.tags, own.seen.get('x')]).toEqual([['a'], { n: 1 }]);
      own.name = 'Eve';
      expect(answer.name).toBe('Ada');
      own.name = 'Ada';
    }
  });
});

describe('a method that is called on another object', () => {
  it('works on that object, as without the wrapper', async () => {
    const { store } = setup();
    await store.users.remove.call(store.posts as never, 1);
    await store.users.remove.bind(store.posts as never)(2);
    await store.users.remove.call(store.users, 3);
    expect(sent).toEqual(['remove posts 1', 'remove posts 2', 'remove users 3']);
  });
});

describe('a method of a builder that is called by call, apply or bind', () => {
  it.each<[string, (query: Query) => unknown]>([
    ['call', (query) => query.delete.call(query)],
    ['apply', (query) => query.delete.apply(query, [])],
    ['bind', async (query) => (await (query.delete.bind(query) as unknown as Promise<() => Query>))()],
  ])('is held by what holds the method: %s', async (_, use) => {
    const { store, gate } = setup();
    await use(store.query());
    const names = ({ apiName, mayDo = [] }: (typeof gate.asked)[number]) => [apiName, ...mayDo];
    expect(gate.asked.flatMap(names)).toContain('store.query.delete');
  });
});

describe('a function of the program that is called after its call has ended', () => {
  it('is handed parts under the path of that call', async () => {
    const own: { emit?: (row: Row) => void } = {};
    const client = { subscribe: async (each: (row: Row) => void) => void Object.assign(own, { emit: each }) };
    const gate = new RecordingGate();
    const rows: Row[] = [];
    await wrapRecorded(client, gate, { connector: 'queue', reads: ['save'] }).subscribe((row) => void rows.push(row));
    own.emit?.(new Row('of a message'));
    await rows[0]?.save();
    expect(gate.asked.map(({ apiName }) => apiName)).toEqual(['queue.subscribe', 'queue.subscribe.save']);
  });
});

describe('a function that a function of the program returns', () => {
  it('is handed governed objects', async () => {
    const seen: Row[] = [];
    const { store } = setup({ reads: ['use'] }, blockingGate());
    store.use((outer) => (inner) => void seen.push(outer, inner));
    for (const row of seen) await expect((async () => row.save())()).rejects.toMatchObject(refused);
    expect([seen.length, sent]).toEqual([2, []]);
  });
});

describe("a client's own listener", () => {
  it('is asked for where the program takes it from the list of listeners', async () => {
    const { store } = setup({}, blockingGate());
    const own = () => undefined;
    store.on('message', own);
    const [first, second] = store.listeners('message');
    await expect((async () => first?.('x'))()).rejects.toMatchObject(refused);
    expect([sent, second === own]).toEqual([[], true]);
  });
});

describe('the result of a read', () => {
  it.each<[string, (query: Query) => unknown, string]>([
    ['sets a member', (query) => Object.assign(query, { method: 'delete' }), 'delete'],
    ['pushes to an array', (query) => query.parts.push('all'), 'select all'],
    ['changes a Map', (query) => query.options.set('method', 'delete'), 'select'],
    ['deletes a member', (query) => Reflect.deleteProperty(query, 'method'), ''],
  ])('is asked for where the program first %s and then awaits it', async (_, change, what) => {
    const run = async (store: Store) => {
      const query = store.query();
      change(query);
      return await query;
    };
    await expect(run(setup({ reads: ['query'] }, blockingGate()).store)).rejects.toMatchObject(refused);
    expect(sent).toEqual([]);
    const { store, asked } = setup({ reads: ['query'] });
    expect([await store.query(), asked()]).toEqual(['done', []]);
    await run(store);
    expect([sent, asked()]).toEqual([['select', what], ['store.query.then']]);
  });
});

describe('a writable stream that a client holds', () => {
  it('is written to after a question', async () => {
    const { store } = setup({}, blockingGate());
    await expect((async () => store.input.write('x'))()).rejects.toMatchObject(refused);
    await expect((async () => (await store.sink.getWriter()).write('x'))()).rejects.toMatchObject(refused);
    expect(sent).toEqual([]);
    const allowed = setup();
    await allowed.store.input.write('x');
    await (await allowed.store.sink.getWriter()).write('y');
    expect([sent, allowed.asked()]).toEqual([
      ['write x', 'write y'],
      ['store.input.write', 'store.sink.getWriter', 'store.sink.getWriter.write'],
    ]);
  });
});

describe('a class of the program that extends a governed class', () => {
  class Base {
    async send(what: string) {
      sent.push(what);
      return what;
    }
    async sendTwice() {
      await this.send('first');
      return this.send('second');
    }
  }
  const setupClass = (options: Partial<WrapOptions> = {}, gate = new RecordingGate()) => {
    const Wrapped = wrapRecorded(Base, gate, { connector: 'crm', reads: ['call'], ...options });
    class Own extends Wrapped {
      async sendMore() {
        await super.sendTwice();
        return this.send('third');
      }
      sendLater() {
        return new Promise((resolve) => setTimeout(() => resolve(this.send('later')), 10));
      }
      async runAndGoOn() {
        setTimeout(() => void this.send('late').catch((error: Error) => sent.push(error.message)), 10);
      }
    }
    return { Own, Wrapped, asked: () => gate.asked.map(({ apiName }) => apiName) };
  };

  it('sends nothing unasked through the methods that it inherits', async () => {
    const { Own } = setupClass({}, blockingGate());
    const own = new Own();
    await expect((async () => own.send('x'))()).rejects.toMatchObject(refused);
    await expect((async () => own.sendMore())()).rejects.toMatchObject(refused);
    expect(sent).toEqual([]);
  });

  it('is asked for once, with what its methods call on themselves', async () => {
    const { Own, Wrapped, asked } = setupClass();
    const own = new Own();
    expect([own instanceof Own, own instanceof Wrapped, new Wrapped() instanceof Own]).toEqual([true, true, false]);
    expect([await own.send('x'), await own.sendTwice(), await own.sendMore()]).toEqual(['x', 'second', 'third']);
    expect(await own.sendLater()).toBe('later');
    expect(sent).toEqual(['x', 'first', 'second', 'first', 'second', 'third', 'later']);
    expect(asked()).toEqual(['crm.call.send', 'crm.call.sendTwice', 'crm.call.sendMore', 'crm.call.sendLater']);
  });

  it('is asked for again by what it sends when its call has ended', async () => {
    const { Own, asked } = setupClass();
    await new Own().runAndGoOn();
    await eventually(
      () => sent,
      ({ length }) => length > 0,
    );
    expect(asked()).toEqual(['crm.call.runAndGoOn', 'crm.prototype.send']);
  });
});

describe('a list of a class of the client', () => {
  class Rows extends Array<Row> {
    static override get [Symbol.species]() {
      return Array;
    }
  }
  const client = {
    find: async () => Rows.from([new Row('Ada'), new Row('Bob')]) as Row[],
  };

  it('is mapped and filtered at once, and what it holds is asked for', async () => {
    const gate = new RecordingGate();
    const rows = await wrapRecorded(client, gate, { connector: 'db', reads: ['find'] }).find();
    expect([rows.map((_, at) => at), rows.filter(() => false), rows.length]).toEqual([[0, 1], [], 2]);
    expect(gate.asked).toEqual([]);
    await Promise.all(rows.map((row) => row.save()));
    expect([sent, gate.asked.length]).toEqual([['save Ada', 'save Bob'], 2]);
  });
});
