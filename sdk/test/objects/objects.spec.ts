import { EventEmitter } from 'node:events';
import { eventually } from '../../../test/support/patience.mjs';
import { type Governance, newGovernance } from '../support/governance.js';

interface Customer {
  readonly id: string;
  name: string;
}

/** An agent's own client, as people write them. */
class Crm extends EventEmitter {
  readonly #customers = new Map<string, Customer>([['1', { id: '1', name: 'Ada' }]]);
  readonly config = Object.freeze({ url: 'https://crm.example', retries: [1, 2] });
  readonly calls: unknown[][] = [];
  #closed = false;

  readonly customers = {
    get: (id: string) => this.#customers.get(id) ?? null,
    update: async (id: string, fields: Partial<Customer>) => {
      this.calls.push([id, fields]);
      const customer = this.#customers.get(id);
      if (!customer) throw UNKNOWN;
      Object.assign(customer, fields);
      this.emit('updated', customer);
      return customer;
    },
  };

  get size() {
    return this.#customers.size;
  }

  rename(id: string, name: string, done: (error: Error | null, customer?: Customer) => void): void {
    setTimeout(() => {
      const customer = this.#customers.get(id);
      if (!customer) return done(UNKNOWN);
      customer.name = name;
      done(null, customer);
    }, 5);
  }

  add(customer: Customer): number {
    this.#customers.set(customer.id, customer);
    return this.#customers.size;
  }

  customer(id: string) {
    return { read: () => this.#customers.get(id), rename: (name: string) => this.customers.update(id, { name }) };
  }

  *names() {
    for (const { name } of this.#customers.values()) yield name;
  }

  async *pages() {
    yield [...this.#customers.values()];
  }

  close() {
    this.#closed = true;
    return this.#closed;
  }
}

const UNKNOWN = new Error('unknown');
const READS = ['customers.get', 'customer', 'customer.read', 'names', 'pages'];

async function setup(options: object = {}, governance?: Governance) {
  const setting = governance ?? (await newGovernance());
  const bare = new Crm();
  const wrapped = setting.wrap(new Crm(), {
    connector: 'crm',
    reads: READS,
    callbacks: ['rename'],
    ...options,
  });
  return { ...setting, bare, wrapped };
}

describe('an object of no known kind', () => {
  it('is of its class, has its accessors, fields and listeners, and is one and the same object', async () => {
    const { bare, wrapped } = await setup();
    expect(wrapped).toBeInstanceOf(Crm);
    expect(wrapped).toBeInstanceOf(EventEmitter);
    expect(Object.keys(wrapped)).toEqual(Object.keys(bare));
    expect(wrapped.size).toBe(bare.size);
    expect(wrapped.config).toEqual(bare.config);
    expect(wrapped.customers).toBe(wrapped.customers);
    expect(wrapped.customers.update).toBe(wrapped.customers.update);
    const seen: unknown[] = [];
    expect(wrapped.on('updated', (customer) => seen.push(customer))).toBe(wrapped);
    await wrapped.customers.update('1', { name: 'Bea' });
    expect(seen).toEqual([{ id: '1', name: 'Bea' }]);
  });

  it('answers, fails and iterates as the bare client does; its calls are recorded with their arguments', async () => {
    const { bare, wrapped, actions } = await setup();
    for (const crm of [bare, wrapped]) {
      expect(crm.customers.get('1')).toEqual({ id: '1', name: 'Ada' });
      expect(await crm.customers.update('1', { name: 'Bea' })).toEqual(crm.customers.get('1'));
      await expect(crm.customers.update('2', {})).rejects.toBe(UNKNOWN);
      expect([...crm.names()]).toEqual(['Bea']);
      const pages: unknown[] = [];
      for await (const page of crm.pages()) pages.push(page);
      expect(pages).toEqual([[{ id: '1', name: 'Bea' }]]);
      expect(await crm.add({ id: '2', name: 'Cy' })).toBe(2);
      expect(crm.customer('2').read()).toEqual({ id: '2', name: 'Cy' });
      await crm.customer('2').rename('Di');
      expect(crm.customers.get('2')).toEqual({ id: '2', name: 'Di' });
    }
    expect(await actions()).toMatchObject([
      {
        apiName: 'crm.customers.update',
        operationType: 'EXECUTE',
        status: 'SUCCESS',
        payload: { args: ['1', { name: 'Bea' }] },
        response: { id: '1', name: 'Bea' },
      },
      { apiName: 'crm.customers.update', status: 'FAILED', response: { error: { name: 'Error', message: 'unknown' } } },
      { apiName: 'crm.add', status: 'SUCCESS', response: 2 },
      { apiName: 'crm.customer.rename', status: 'SUCCESS', payload: { args: ['Di'] } },
    ]);
  });

  it('calls back where it calls back, once, after the outcome is recorded', async () => {
    const { bare, wrapped, actions } = await setup();
    const seen: unknown[] = [];
    for (const crm of [bare, wrapped]) {
      for (const id of ['1', '2']) {
        await new Promise<void>((resolve) =>
          crm.rename(id, 'Bea', async (...given) => {
            seen.push(
              given,
              (await actions()).map(({ status }) => status),
            );
            resolve();
          }),
        );
      }
    }
    const renamed = [null, { id: '1', name: 'Bea' }];
    expect(seen).toEqual([renamed, [], [UNKNOWN], [], renamed, ['SUCCESS'], [UNKNOWN], ['SUCCESS', 'FAILED']]);
    expect(await actions()).toMatchObject([{ payload: { args: ['1', 'Bea'] } }, { payload: { args: ['2', 'Bea'] } }]);
  });

  it('does nothing that a policy blocks, in any style', async () => {
    const { wrapped, policy, actions } = await setup();
    await policy('crm.*', 'BLOCK');
    await expect(wrapped.customers.update('1', { name: 'Bea' })).rejects.toMatchObject({ code: 'policy-blocked' });
    const error = await new Promise((resolve) => wrapped.rename('1', 'Bea', resolve));
    expect(error).toMatchObject({ code: 'policy-blocked' });
    expect(wrapped.customers.get('1')).toEqual({ id: '1', name: 'Ada' });
    expect((await actions()).map(({ status }) => status)).toEqual(['BLOCKED', 'BLOCKED']);
  });

  it('runs with the very arguments that it was given, or with those that were approved instead', async () => {
    const { wrapped, approve, policy } = await setup({ redact: ['args.*.token'] });
    await policy('crm.*', 'REQUIRE_APPROVAL');
    const fields = { name: 'Bea', token: 's3cr3t', since: new Date(0) };
    const asAsked = wrapped.customers.update('1', fields);
    await approve((payload) => payload);
    await asAsked;
    expect(wrapped.calls[0]?.[1]).toBe(fields);
    const edited = wrapped.customers.update('1', fields);
    await approve(({ args }) => {
      expect(args).toEqual(['1', { name: 'Bea', token: '[redacted]', since: '1970-01-01T00:00:00.000Z' }]);
      return { args: ['1', { ...Object((args as unknown[])[1]), name: 'Eva' }] };
    });
    await edited;
    expect(wrapped.calls[1]).toEqual(['1', { ...fields, name: 'Eva' }]);
    const tampered = wrapped.customers.update('1', fields).catch((error: unknown) => error);
    await approve(() => ({ args: ['1', { name: 'Eva', token: 'another' }] }));
    expect(await tampered).toMatchObject({ code: 'approved-payload-invalid' });
    expect(wrapped.calls).toHaveLength(2);
  });

  it('does not run with arguments that were changed while they were being approved', async () => {
    const { wrapped, approve, actions } = await setup({ requiresApproval: ['customers.update'] });
    const fields = { name: 'Bea' };
    const update = wrapped.customers.update('1', fields).catch((error: unknown) => error);
    await eventually(actions, ({ length }) => length > 0);
    fields.name = 'Mallory';
    await approve();
    expect(await update).toMatchObject({ code: 'approved-payload-invalid' });
    expect(wrapped.calls).toEqual([]);
    expect(await actions()).toMatchObject([{ status: 'FAILED' }]);
  });

  it('closes when the calls that are under way have ended', async () => {
    const { wrapped, bare } = await setup();
    const order: string[] = [];
    const update = wrapped.customers.update('1', { name: 'Bea' }).then(() => order.push('updated'));
    const closed = Promise.resolve(wrapped.close()).then(() => order.push('closed'));
    await Promise.all([update, closed]);
    expect(order).toEqual(['updated', 'closed']);
    expect(wrapped.close()).toBe(bare.close());
  });

  it('takes types and gates by path, and refuses paths that it has not got', async () => {
    const { wrapped, actions, approve, wrap } = await setup({
      operations: { 'customers.update': 'UPDATE' },
      requiresApproval: ['customers.*'],
    });
    const update = wrapped.customers.update('1', { name: 'Bea' });
    await approve();
    await update;
    expect(await actions()).toMatchObject([{ operationType: 'UPDATE', approval: { status: 'APPROVED' } }]);
    for (const options of [
      { requiresApproval: ['customer.update'] },
      { retryable: ['customers.drop'] },
      { operations: { 'customers.update': 'WRITE' } },
      { reads: 'customers.get' },
      { connector: 'my crm' },
    ])
      expect(() => wrap(new Crm(), { connector: 'crm', ...options } as never)).toThrow(
        expect.objectContaining({ code: 'wrap-options-invalid' }),
      );
  });

  it('records its reads where that is asked for, without touching them', async () => {
    const { wrapped, actions } = await setup({ logReads: ['customers.get', 'pages'] });
    expect(wrapped.customers.get('1')).toEqual({ id: '1', name: 'Ada' });
    expect([...wrapped.names()]).toEqual(['Ada']);
    for await (const page of wrapped.pages()) expect(page).toHaveLength(1);
    await wrapped.close();
    expect((await actions()).sort((a, b) => (a.apiName < b.apiName ? -1 : 1))).toMatchObject([
      {
        apiName: 'crm.customers.get',
        operationType: 'READ',
        status: 'SUCCESS',
        payload: { args: ['1'] },
        response: { name: 'Ada' },
      },
      { apiName: 'crm.pages', operationType: 'READ', status: 'SUCCESS', violation: null },
    ]);
  });

  it('does nothing for a test key, and answers as if', async () => {
    const { wrapped, actions } = await setup({}, await newGovernance({ as: ({ testAgent }) => testAgent }));
    expect(await wrapped.customers.update('1', { name: 'Bea' })).toMatchObject({ simulated: true });
    expect(wrapped.customers.get('1')).toEqual({ id: '1', name: 'Ada' });
    expect(await actions()).toMatchObject([{ simulated: true, status: 'SUCCESS' }]);
  });
});
