import { EventEmitter } from 'node:events';

/** An object of the program's own: promises, callbacks, builders that begin their work when they are awaited. */
class Crm extends EventEmitter {
  async update(id) {
    return { id };
  }

  async fails() {
    throw new Error('The CRM failed.');
  }

  throws() {
    throw new Error('The CRM threw.');
  }

  async list() {
    throw new Error('The CRM could not be read.');
  }

  with(body) {
    return Promise.resolve(body(this));
  }

  save(value, callback) {
    setImmediate(callback, value === 'bad' ? new Error('Not saved.') : null, value);
  }

  from(name) {
    const query = { name, parts: [] };
    const builder = {
      where: (part) => {
        query.parts.push(part);
        return builder;
      },
      // biome-ignore lint/suspicious/noThenProperty: that is how builders are made.
      then: (...handlers) => Promise.reject(new Error('The query failed.')).then(...handlers),
    };
    return builder;
  }

  async *pages() {
    yield 1;
    throw new Error('The second page failed.');
  }

  async end() {
    throw new Error('It did not end.');
  }

  quit() {
    throw new Error('It did not quit.');
  }

  close(callback) {
    callback(new Error('It did not close.'));
  }
}

export function subject(_, { wrapped, heard, calledBack, sleep }) {
  const options = { connector: 'crm', reads: ['list'], through: ['batch'], callbacks: ['save'], logReads: true };
  const of = (end) => wrapped(new Crm(), end, options);
  const scenarios = {
    'a promise': (end) => heard(() => of(end).update(1)),
    'a promise of a failure': (end) => heard(() => of(end).fails()),
    'a call that throws': (end) => heard(() => of(end).throws()),
    'a read that fails': (end) => heard(() => of(end).list()),
    'a callback': (end) => calledBack((done) => of(end).save('good', done)),
    'a callback of a failure': (end) => calledBack((done) => of(end).save('bad', done)),
    'a function of the program that fails': (end) => heard(() => of(end).with(() => Promise.reject(new Error('mine')))),
    'a function of the program that calls in vain': (end) =>
      heard(() => of(end).with((crm) => heard(() => crm.fails()))),
    'a builder': (end) => heard(() => of(end).from('customers').where('a').where('b')),
    'a builder whose parts are kept': async (end) => {
      const query = of(end).from('customers');
      const narrowed = query.where('a');
      await heard(() => narrowed.where('b'));
      await heard(() => narrowed);
      await heard(() => query);
    },
    'a builder, made over several turns': async (end) => {
      const query = of(end).from('customers');
      await sleep(2);
      const narrowed = query.where('a');
      await sleep(2);
      await heard(() => narrowed);
    },
    'a builder that is never awaited': (end) => void of(end).from('customers').where('a'),
    'a builder that is awaited too late': async (end) => {
      const narrowed = of(end).from('customers').where('a');
      await sleep(20);
      await heard(() => narrowed);
    },
    'a chain that breaks': (end) => heard(() => of(end).update(1).nothing().more()),
    'a chain that breaks behind a failure': (end) => heard(() => of(end).fails().nothing()),
    'a chain whose beginning is awaited while its end runs': async (end) => {
      const first = of(end).fails();
      const second = first.then ? first.nothing() : first;
      await sleep(6);
      await Promise.all([heard(() => first), heard(() => second)]);
    },
    'a query whose beginning is awaited while its outcome is reported': async (end) => {
      const query = of(end).from('customers');
      void heard(() => query.where('a'));
      for (let turn = 0; turn < 12; turn += 1) {
        await sleep(1);
        await heard(() => query);
      }
    },
    'a result among the arguments of another call': (end) => {
      const crm = of(end);
      return heard(() => crm.update(crm.fails()));
    },
    'a member that is set on a result': (end) => {
      const result = of(end).update(1);
      result.name = 'x';
      return heard(() => result);
    },
    'pages that are left early': async (end) => {
      await heard(async () => {
        for await (const _ of of(end).pages()) break;
      });
      await heard(async () => {
        for await (const _ of of(end).pages());
      });
    },
    'an end while calls are under way': (end) => {
      const crm = of(end);
      const call = heard(() => crm.update(1));
      return Promise.all([call, heard(() => crm.end())]);
    },
    'an end with a callback while calls are under way': (end) => {
      const crm = of(end);
      const call = heard(() => crm.update(1));
      return Promise.all([call, calledBack((done) => crm.close(done)), calledBack((done) => crm.quit(done))]);
    },
  };
  return { scenarios, stop: () => undefined };
}
