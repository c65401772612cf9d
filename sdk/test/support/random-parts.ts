// biome-ignore-all lint/suspicious/noExplicitAny: a program uses any member that the client happens to have.
// biome-ignore-all lint/suspicious/noThenProperty: builders are thenable.
import { EventEmitter } from 'node:events';
import type { Random } from '../../../test/campaigns/differential/random.js';

/** One use of a client by a program, which returns the result. */
export type Use = (client: any) => unknown;

export interface Part {
  readonly value: unknown;
  /** @param at leads from the client to the part */
  uses(at: (client: any) => any, path: string): Use[];
}

interface Counted {
  readonly count: number;
}

const MARK = Symbol('mark');
const ERROR = () => Object.assign(new Error('refused by the end'), { code: 'E_END' });

/** The kinds of members that clients have, each with the ways in which programs use it. */
export function randomParts(random: Random, send: (what: string, ...args: unknown[]) => void): (() => Part)[] {
  /** A query builder that sends when it is asked for its value. */
  class Query {
    readonly parts: string[] = [];
    constructor(
      private readonly path: string,
      private readonly isNew: boolean,
    ) {}
    #with(part: string): Query {
      const query = this.isNew ? new Query(this.path, true) : this;
      if (this.isNew) query.parts.push(...this.parts);
      query.parts.push(part);
      return query;
    }
    where(given: string | ((query: Query) => unknown)): Query {
      if (typeof given === 'string') return this.#with(`where ${given}`);
      const inner = new Query(this.path, false);
      given.call(inner, inner);
      return this.#with(`where (${inner.parts.join(', ')})`);
    }
    remove(): Query {
      return this.#with('remove');
    }
    then<A = Counted, B = never>(
      resolve?: ((value: Counted) => A | PromiseLike<A>) | null,
      reject?: ((error: unknown) => B | PromiseLike<B>) | null,
    ): Promise<A | B> {
      send(this.path, ...this.parts);
      return Promise.resolve({ count: this.parts.length }).then(resolve, reject);
    }
  }

  /** A promise as postgres.js returns it: it begins when something reads it. */
  class Lazy extends Promise<unknown> {
    static override get [Symbol.species]() {
      return Promise;
    }
    begin: () => void = () => undefined;
    override then<A = unknown, B = never>(
      resolve?: ((value: unknown) => A | PromiseLike<A>) | null,
      reject?: ((error: unknown) => B | PromiseLike<B>) | null,
    ): Promise<A | B> {
      this.begin();
      return super.then(resolve, reject);
    }
  }

  class Row {
    tags: string[] = ['a'];
    constructor(
      readonly path: string,
      public name: unknown,
    ) {}
    async save(): Promise<unknown> {
      send(`${this.path} saves`, this.name, this.tags);
      return { saved: this.name };
    }
    rename(to: string) {
      this.name = to;
      return this;
    }
  }

  return [
    // A method that answers a promise of data; some of them read.
    () => {
      const fails = random(5) === 0;
      const isRead = random(3) === 0;
      const method = async (path: string, args: unknown[]) => {
        send(isRead ? `read ${path}` : path, ...args);
        if (fails) throw ERROR();
        return { path, args: JSON.stringify(args), at: new Date(0), nested: [{ a: 1 }] };
      };
      return {
        value: isRead
          ? markRead(
              (path) =>
                (...args: unknown[]) =>
                  method(path, args),
            )
          : pathed(
              (path) =>
                (...args: unknown[]) =>
                  method(path, args),
            ),
        uses: (at, path) => [
          (client) => at(client)(path, 1),
          (client) => Promise.all([at(client)('first'), at(client)('second')]),
          (client) => {
            const args = { value: 1 };
            const answer = at(client)(args);
            args.value = 2;
            return answer;
          },
          (client) =>
            at(client)({ deep: [{ bytes: Buffer.from('x') }] }).then(
              (value: unknown) => value,
              (error: Error) => error.message,
            ),
        ],
      };
    },
    // A method that returns immediately: data, itself, or an error.
    () => {
      const what = random(3);
      return {
        value: pathed(
          (path) =>
            function (this: unknown, ...args: unknown[]) {
              send(path, ...args);
              if (what === 2) throw ERROR();
              return what === 0 ? args.length : [path, args];
            },
        ),
        uses: (at) => [
          (client) => at(client)('x', 'y'),
          ...(what === 2 ? [] : ([(client) => void at(client)('unheard')] as Use[])),
        ],
      };
    },
    // A method with a callback.
    () => ({
      value: markCallback((path) => (what: string, done: (error: unknown, value?: unknown) => void) => {
        send(path, what);
        setImmediate(() => (what === 'bad' ? done(ERROR()) : done(null, { what })));
      }),
      uses: (at) =>
        ['good', 'bad'].map(
          (what): Use =>
            (client) =>
              new Promise((resolve) => at(client)(what, (...given: unknown[]) => resolve(given))),
        ),
    }),
    // Query builders.
    () => {
      const isNew = random(2) === 0;
      return {
        value: pathed((path) => (table: string) => new Query(`${path}/${table}`, isNew)),
        uses: (at) => [
          (client) => at(client)('t').remove().where('id = 1'),
          (client) =>
            at(client)('t')
              .where((query: Query) => void query.where('a').where('b'))
              .remove(),
          (client) =>
            at(client)('t')
              .where(function (this: Query) {
                void this.where('this');
              })
              .remove(),
          async (client) => {
            const query = at(client)('t').remove();
            const narrow = query.where('late');
            return [await narrow, await Promise.all([at(client)('u'), at(client)('v').remove()])];
          },
          async (client) => {
            let query = at(client)('t').where('1');
            await null;
            query = query.where('2');
            await new Promise(setImmediate);
            return query.remove();
          },
          (client) =>
            at(client)('t')
              .where('x')
              .then(
                (value: unknown) => [value],
                () => 'failed',
              ),
        ],
      };
    },
    // Lazy promises.
    () => ({
      value: pathed((path) => (...args: unknown[]) => {
        let resolve: (value: unknown) => void = () => undefined;
        const lazy = new Lazy((own) => {
          resolve = own;
        });
        lazy.begin = () => {
          lazy.begin = () => undefined;
          send(path, ...args);
          resolve([{ row: args.length }]);
        };
        return Object.assign(lazy, { simple: () => lazy });
      }),
      uses: (at) => [(client) => at(client)`select ${1}`, (client) => at(client)('x').simple()],
    }),
    // Promises with members.
    () => ({
      value: pathed((path) => (...args: unknown[]) => {
        send(path, ...args);
        const answer = Promise.resolve({ body: '{"a":1}' });
        return Object.assign(answer, { json: async () => JSON.parse((await answer).body), pid: 7 });
      }),
      uses: (at) => [
        (client) => at(client)('x').json(),
        (client) => at(client)('x'),
        async (client) => [await at(client)('y').pid],
      ],
    }),
    // Methods with bodies of transactions, and functions that are called immediately.
    () => ({
      value: pathed((path) => async (body: (tx: unknown) => unknown) => {
        send(`${path} begins`);
        const tx = {
          insert: (what: string) => {
            send(`${path} inserts`, what);
            return what.length;
          },
          nested: { go: async () => send(`${path} goes`) },
        };
        try {
          const value = await body(tx);
          send(`${path} commits`);
          return value;
        } catch (error) {
          send(`${path} rolls back`);
          throw error;
        }
      }),
      uses: (at) => [
        (client) =>
          at(client)(async (tx: any) => {
            const before = await tx.insert('one');
            await tx.nested.go();
            return before + (await tx.insert('two'));
          }),
        (client) =>
          at(client)(async (tx: any) => {
            await tx.insert('one');
            throw new Error('by the program');
          }),
        (client) =>
          at(client)((tx: any) => {
            tx.insert('at once');
            return 5;
          }),
      ],
    }),
    () => ({
      value: pathed(
        (path) => (items: number[], each: (item: number, row: Row) => unknown) =>
          items.map((item) => {
            send(path, item);
            return each(item, new Row(path, item));
          }),
      ),
      uses: (at) => [
        (client) => at(client)([1, 2, 3], (item: number) => item * 2),
        (client) => at(client)([1], (item: number, row: Row) => row.rename(`r${item}`).name),
      ],
    }),
    // Rows with methods.
    () => {
      const isRead = random(2) === 0;
      const find = (path: string) => async (id: number) => {
        send(isRead ? `read ${path}` : path, id);
        return new Row(path, `row ${id}`);
      };
      return {
        value: isRead ? markRead(find) : pathed(find),
        uses: (at) => [
          async (client) => {
            const row = await at(client)(1);
            return [row.name, await row.save()];
          },
          async (client) => {
            const row = await at(client)(2);
            row.name = 'other';
            row.tags.push('b');
            return row.save();
          },
        ],
      };
    },
    // An object that can be iterated over.
    () => {
      const isRead = random(2) === 0;
      const what = random(3);
      const list = (path: string) => (count: number) => {
        send(isRead ? `read ${path}` : path, count);
        const rows = () => Array.from({ length: count }, (_, at) => new Row(path, at));
        if (what === 0)
          return (async function* () {
            yield* rows();
          })();
        if (what === 1)
          return {
            [Symbol.asyncIterator]: async function* () {
              yield* rows();
            },
            rewind: () => send(`${path} rewinds`),
          };
        return new Set(rows());
      };
      return {
        value: isRead ? markRead(list) : pathed(list),
        uses: (at) => [
          async (client) => {
            const seen: unknown[] = [];
            for await (const row of at(client)(2)) seen.push(row.name);
            return seen;
          },
          async (client) => {
            const seen: unknown[] = [];
            for await (const row of at(client)(3)) {
              seen.push(await row.save());
              break;
            }
            return seen;
          },
        ],
      };
    },
    // Maps of clients.
    () => ({
      value: pathed(
        (path) =>
          new Map([
            ['a', new Row(path, 'a')],
            ['b', new Row(path, 'b')],
          ]),
      ),
      uses: (at) => [
        (client) => at(client).get('a').save(),
        (client) => [at(client).size, [...at(client).keys()], at(client).has('c')],
        async (client) => {
          const saved: unknown[] = [];
          for (const row of at(client).values()) saved.push(await row.save());
          return saved;
        },
      ],
    }),
    // Collections of query builders.
    () => ({
      value: pathed((path) => new Map([['q', new Query(`${path}/q`, true)]])),
      uses: (at) => [
        async (client) => await at(client).get('q'),
        (client) => at(client).get('q').remove().where('x'),
        async (client) => {
          const seen: unknown[] = [];
          for (const [name, query] of at(client)) seen.push(name, await query);
          return seen;
        },
      ],
    }),
    // Iterables that are members.
    () => ({
      value: pathed((path) => ({
        async *[Symbol.asyncIterator]() {
          send(path);
          yield new Row(path, 'next');
        },
      })),
      uses: (at) => [
        async (client) => {
          const seen: unknown[] = [];
          for await (const row of at(client)) seen.push(row.name, await row.save());
          return seen;
        },
      ],
    }),
    // Classes.
    () => ({
      value: pathed(
        (path) =>
          class Model extends Row {
            constructor(given: unknown) {
              super(path, given);
            }
            static async make(given: unknown) {
              send(`${path} makes`, given);
              return new Model(given);
            }
            override async save(): Promise<unknown> {
              send(`${path} stores`, this.name);
              return { stored: this.name };
            }
          },
      ),
      uses: (at) => [
        (client) => new (at(client))('n').save(),
        async (client) => (await at(client).make('m')).save(),
        (client) => at(client).name,
      ],
    }),
    // Functions with members.
    () => ({
      value: pathed((path) =>
        Object.assign(
          (...args: unknown[]) => {
            send(path, ...args);
            return Promise.resolve('called');
          },
          {
            create: async (...args: unknown[]) => {
              send(`${path}.create`, ...args);
              return { created: args };
            },
            defaults: { timeout: 5, headers: { a: 'b' } },
          },
        ),
      ),
      uses: (at) => [
        (client) => at(client)('x'),
        (client) => at(client).create({ a: 1 }),
        (client) => [at(client).defaults.timeout, { ...at(client).defaults.headers }],
        (client) => at(client).call(null, 'called'),
        (client) => at(client).bind(null, 'bound')(),
      ],
    }),
    // Functions that a call returns.
    () => ({
      value: pathed((path) => ({
        open: (base: string) => (table: string) => ({
          remove: async (id: number) => {
            send(`${path} ${base} ${table} removes`, id);
            return { removed: id };
          },
        }),
      })),
      uses: (at) => [async (client) => (await at(client).open('b'))('t').remove(2)],
    }),
    // A proxy that answers every name.
    () => {
      const dynamic = (path: string): unknown =>
        new Proxy(() => undefined, {
          get: (_, key) => (typeof key === 'symbol' || key === 'then' ? undefined : dynamic(`${path}.${key}`)),
          apply: async (_, __, args) => {
            send(path, ...args);
            return { path };
          },
        });
      return {
        value: pathed(dynamic),
        uses: (at) => [(client) => at(client).users.byId.query(1), (client) => at(client)('x')],
      };
    },
    // Several calls that are given to another one.
    () => ({
      value: pathed((path) => ({
        make: (what: string) => new Query(`${path} ${what}`, false),
        all: async (queries: Query[]) => {
          send(`${path} begins`);
          const answers: unknown[] = [];
          for (const query of queries) answers.push(await query);
          return answers;
        },
        link: async (row: Row, options: { to: Row }) => {
          send(`${path} links`, row.name, options.to.name);
          return row === options.to;
        },
        rows: [new Row(`${path}/0`, 'zero'), new Row(`${path}/1`, 'one')],
        query: new Query(`${path} member`, true),
      })),
      uses: (at) => [
        (client) => at(client).all([at(client).make('a').remove(), at(client).make('b')]),
        (client) => at(client).link(at(client).rows[0], { to: at(client).rows[1] }),
        (client) => at(client).link(at(client).rows[0], { to: at(client).rows[0] }),
        async (client) => {
          const saved: unknown[] = [];
          for (const row of at(client).rows) saved.push(await row.save());
          return saved;
        },
        (client) => at(client).rows.map((row: Row) => row.name),
        async (client) => await at(client).query,
        (client) => at(client).query.where('x').remove(),
      ],
    }),
    // Functions among the options.
    () => ({
      value: pathed((path) => async (options: { onRow(row: Row): unknown; steps: ((n: number) => number)[] }) => {
        send(
          path,
          options.steps.map((step) => step(2)),
        );
        const row = new Row(path, 'progress');
        const answered = await options.onRow(row);
        await new Promise(setImmediate);
        return [answered, row.name];
      }),
      uses: (at) => [
        (client) => at(client)({ onRow: (row: Row) => row.rename('renamed').name, steps: [(n: number) => n + 1] }),
        (client) => at(client)({ onRow: async (row: Row) => row.save(), steps: [] }),
      ],
    }),
    // Listeners.
    () => ({
      value: pathed((path) => {
        const events = new EventEmitter();
        return Object.assign(events, {
          fire: async (what: string) => {
            send(path, what);
            events.emit('row', new Row(path, what));
            return 'fired';
          },
        });
      }),
      uses: (at) => [
        async (client) => {
          const saved: unknown[] = [];
          const listener = (row: Row) => saved.push(row.save());
          at(client).on('row', listener);
          const fired = await at(client).fire('x');
          at(client).off('row', listener);
          return [fired, await Promise.all(saved), at(client).listenerCount('row')];
        },
      ],
    }),
    // Symbols and accessors.
    () => ({
      value: pathed((path) =>
        Object.create(
          {
            get lazy() {
              return {
                go: async () => {
                  send(`${path} lazily`);
                  return 'gone';
                },
              };
            },
          },
          {
            [MARK]: {
              value: async () => {
                send(`${path} marks`);
                return 'marked';
              },
            },
          },
        ),
      ),
      uses: (at) => [(client) => at(client)[MARK](), (client) => at(client).lazy.go()],
    }),
  ];
}

/** A member whose value depends on its path in the client. */
export class Pathed {
  constructor(
    readonly kind: 'plain' | 'read' | 'callback',
    readonly make: (path: string) => unknown,
  ) {}
}
const pathed = (make: (path: string) => unknown) => new Pathed('plain', make);
const markRead = (make: (path: string) => unknown) => new Pathed('read', make);
const markCallback = (make: (path: string) => unknown) => new Pathed('callback', make);
