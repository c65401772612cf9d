import { Registry } from './registry.js';
import { SHIPPED_REGISTRY } from './shipped-registry.js';
import { Transport } from './transport.js';
import type { RegistryEntry } from './wire.js';

const entry = (apiName: string, more: Partial<RegistryEntry> = {}): RegistryEntry => ({
  apiName,
  connector: 'crm',
  operationType: 'UPDATE',
  reversibility: 'exact',
  precapture: 'required',
  ...more,
});

/** Opens a registry whose service answers as `answers` say, one after the other. */
function open(...answers: (RegistryEntry[] | Error)[]) {
  let asked = 0;
  const fetch = async () => {
    const answer = answers[asked++] ?? new Error('away');
    if (answer instanceof Error) throw answer;
    return new Response(JSON.stringify({ data: answer, error: null }));
  };
  const registry = new Registry(new Transport({ baseUrl: 'http://service', apiKey: 'k', fetch }));
  return { registry, asked: () => asked };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the registry', () => {
  it('is the shipped copy until the service has answered', async () => {
    const { registry } = open();
    registry.refresh();
    expect(registry.entries).toEqual(SHIPPED_REGISTRY);
    expect(registry.find('postgres.rows.update')).toMatchObject({ connector: 'postgres', precapture: 'required' });
  });

  it("holds after its renewal the operations of both copies, with the service's description", async () => {
    const changed = entry('postgres.rows.update', { connector: 'postgres', precapture: 'none' });
    const { registry, asked } = open([entry('crm.contacts.update'), changed]);
    expect(registry.find('crm.contacts.update')).toBeUndefined();
    registry.refresh();
    await settled();
    expect(registry.find('crm.contacts.update')).toEqual(entry('crm.contacts.update'));
    expect(registry.find('postgres.rows.update')).toEqual(changed);
    expect(registry.find('postgres.rows.delete')).toBeDefined();
    registry.refresh();
    expect(await registry.read()).toEqual([entry('crm.contacts.update'), changed]);
    expect(asked()).toBe(1);
  });

  it('keeps what it knew when it cannot be renewed, and says so to the caller that asks for the list', async () => {
    const { registry } = open();
    registry.refresh();
    await settled();
    expect(registry.entries).toEqual(SHIPPED_REGISTRY);
    await expect(registry.read()).rejects.toMatchObject({ name: 'BackstopUnavailableError' });
  });
});
