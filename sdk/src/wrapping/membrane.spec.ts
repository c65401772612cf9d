import { EventEmitter } from 'node:events';
import { isMembraneProxy, type MemberRule, Membrane } from './membrane.js';

class Inner {
  #secret = 1;
  secret() {
    return this.#secret;
  }
}

class Client extends EventEmitter {
  #count = 0;
  readonly inner = new Inner();
  readonly map = new Map([['a', 1]]);
  readonly date = new Date(0);
  readonly frozen = Object.freeze({ a: 1 });
  readonly fixed!: number;
  other: unknown = null;

  constructor() {
    super();
    Object.defineProperty(this, 'fixed', { value: 7, writable: false, configurable: false });
  }
  get count() {
    return this.#count;
  }
  write(by: number) {
    this.#count += by;
    return this;
  }
  read() {
    return `${this.#count}`;
  }
  self() {
    return this;
  }
  async later() {
    return 1;
  }
  same(other: unknown) {
    return other === this;
  }
  announce() {
    this.emit('client', this);
  }
}

function setup(rules: Record<string, MemberRule> = {}) {
  const raw = new Client();
  const membrane = new Membrane({
    governs: (value) => value instanceof Client,
    member: (_, key) => (Object.hasOwn(rules, key) ? rules[key as string] : undefined),
  });
  return { raw, membrane, proxy: membrane.wrap(raw) };
}

describe('the membrane', () => {
  it('keeps the type, the prototype and the keys', () => {
    const { raw, proxy } = setup();
    expect(proxy).toBeInstanceOf(Client);
    expect(proxy).toBeInstanceOf(EventEmitter);
    expect(Object.getPrototypeOf(proxy)).toBe(Client.prototype);
    expect(Object.keys(proxy)).toEqual(Object.keys(raw));
    expect('count' in proxy && !('nothing' in proxy)).toBe(true);
  });

  it('reaches private members, accessors and frozen or fixed properties', () => {
    const { proxy } = setup();
    expect(proxy.count).toBe(0);
    expect(proxy.read()).toBe('0');
    expect(proxy.fixed).toBe(7);
    expect(proxy.frozen).toEqual({ a: 1 });
    expect(Object.getOwnPropertyDescriptor(proxy, 'fixed')).toMatchObject({ value: 7, writable: false });
    expect(proxy.inner.secret()).toBe(1);
  });

  it('is one proxy per object and one function per method', () => {
    const { raw, proxy, membrane } = setup({
      write: { kind: 'call', call: () => 'governed' },
      inner: { kind: 'descend' },
    });
    expect(membrane.wrap(raw)).toBe(proxy);
    expect(proxy.read).toBe(proxy.read);
    expect(proxy.write).toBe(proxy.write);
    expect(proxy.inner).toBe(proxy.inner);
    expect(proxy.inner.secret()).toBe(1);
  });

  it('hands out itself where the client hands out itself, and is itself again inside', () => {
    const { raw, proxy } = setup();
    expect(proxy.self()).toBe(proxy);
    expect(proxy.write(1)).toBe(proxy);
    expect(proxy.same(proxy)).toBe(true);
    proxy.other = proxy;
    expect(raw.other).toBe(raw);
    expect(proxy.other).toBe(proxy);
  });

  it('calls the rule with raw arguments instead of the client', () => {
    const calls: unknown[][] = [];
    const rule: MemberRule = { kind: 'call', call: (args) => calls.push(args) };
    const { raw, proxy } = setup({ write: rule });
    proxy.write(proxy as never);
    expect(calls).toEqual([[raw]]);
    expect(raw.count).toBe(0);
    expect(proxy.write.length).toBe(1);
  });

  it('refuses a way round the gate', () => {
    const { proxy } = setup({ write: { kind: 'refuse', reason: 'No.' } });
    expect(() => proxy.write(1)).toThrow(expect.objectContaining({ code: 'ungoverned-call', message: 'No.' }));
  });

  it('leaves maps, dates and promises alone', async () => {
    const { raw, proxy } = setup();
    expect(proxy.map).toBe(raw.map);
    expect(proxy.map.get('a')).toBe(1);
    expect(proxy.date.getTime()).toBe(0);
    expect(await proxy.later()).toBe(1);
    expect(await Promise.resolve(proxy)).toBe(proxy);
  });

  it('never shows a listener the raw client, and takes the listener off again', () => {
    const rule: MemberRule = { kind: 'listener' };
    const { raw, proxy } = setup({ on: rule, off: rule });
    const seen: unknown[] = [];
    const listener = function (this: unknown, client: unknown) {
      seen.push(this, client);
    };
    expect(proxy.on('client', listener)).toBe(proxy);
    proxy.announce();
    expect(seen).toEqual([proxy, proxy]);
    expect(seen[0] === proxy && seen[1] === proxy).toBe(true);
    proxy.off('client', listener);
    raw.announce();
    expect(seen).toHaveLength(2);
  });

  it('knows its own proxies', () => {
    const { raw, proxy } = setup();
    expect([isMembraneProxy(proxy), isMembraneProxy(raw)]).toEqual([true, false]);
  });

  it('cannot be frozen, but can be defined upon and deleted from', () => {
    const { raw, proxy } = setup();
    expect(() => Object.freeze(proxy)).toThrow(TypeError);
    Object.defineProperty(proxy, 'extra', { value: proxy, enumerable: true });
    expect(Reflect.get(raw, 'extra')).toBe(raw);
    expect(Reflect.deleteProperty(proxy, 'extra')).toBe(true);
    expect('extra' in raw).toBe(false);
  });

  it('stays an array where it governs one, and governs the members of functions', () => {
    const call = Object.assign(() => 'called', { again: () => 'again', url: '/x' });
    const raw = { list: [{ write: () => 'raw' }], call };
    const governed = new Set<object>([raw, raw.list, ...raw.list]);
    const membrane = new Membrane({
      governs: (value) => governed.has(value),
      hasMembers: (target) => target === call,
      member: (_, key) => (key === 'write' || key === 'again' ? { kind: 'call', call: () => 'governed' } : undefined),
    });
    const proxy = membrane.wrap(raw);
    expect(Array.isArray(proxy.list)).toBe(true);
    expect([proxy.list.length, proxy.list.map((item) => item.write())]).toEqual([1, ['governed']]);
    expect([proxy.call(), proxy.call.again(), proxy.call.url]).toEqual(['called', 'governed', '/x']);
  });
});
