import { jest } from '@jest/globals';
import { ProviderUnavailableError } from '../connectors/connector.js';
import { Circuits } from './circuits.js';

const OF = 'organization';
const down = async () => {
  throw new ProviderUnavailableError('connection refused');
};
const fail = (circuits: Circuits, connector = 'stripe', call: () => Promise<unknown> = down) =>
  circuits.through(OF, connector, call).catch((error: Error) => error.message);

afterEach(() => jest.useRealTimers());

describe('a circuit', () => {
  it('leaves a provider alone after six failures in a row, and no other', async () => {
    const circuits = new Circuits();
    for (let n = 0; n < 6; n++) expect(await fail(circuits)).toBe('connection refused');
    const call = jest.fn(down);
    expect(await fail(circuits, 'stripe', call)).toContain('left alone');
    expect(call).not.toHaveBeenCalled();
    expect(await circuits.through(OF, 'github', async () => 'up')).toBe('up');
    expect(await circuits.through('another organization', 'stripe', async () => 'up')).toBe('up');
  });

  it('tries once whether the provider is back after ten seconds, and continues when it is', async () => {
    jest.useFakeTimers({ now: 0 });
    const circuits = new Circuits();
    for (let n = 0; n < 6; n++) await fail(circuits);
    jest.setSystemTime(10_001);
    expect(await circuits.through(OF, 'stripe', async () => 'back')).toBe('back');
    expect(await fail(circuits)).toBe('connection refused');
  });

  it('does not count refusals, nor a provider that says when to try again', async () => {
    const circuits = new Circuits();
    const busy = async () => {
      throw new ProviderUnavailableError('busy', 1_000);
    };
    const refused = async () => {
      throw new Error('403');
    };
    for (let n = 0; n < 20; n++) {
      expect(await fail(circuits, 'stripe', busy)).toBe('busy');
      expect(await fail(circuits, 'stripe', refused)).toBe('403');
    }
  });
});
