import { CONNECTORS } from '../../all.js';
import type { ConnectorContext, Effect, Json, JsonObject } from '../../connector.js';
import { about } from '../../http/about.js';
import { providerOf } from '../../http/provider.js';
import { placeOf } from '../requests/place.js';
import { type Address, isReversible, type ResourceOperation, type ResourceProvider } from '../resource.js';
import { providerBehind, resourceConnector } from '../resource-connector.js';
import { undo } from './undo.js';

const CONTEXT: ConnectorContext = {
  credentials: { baseUrl: 'https://provider.example', region: 'us-east-1', url: 'https://provider.example' },
  allowedPrivateHosts: [],
  timeoutMs: 1_000,
};
const path = '/things/{id}';
const declared = (['PUT', 'PATCH', 'DELETE'] as const).map((method) =>
  providerOf({ method, path, capture: { path }, undo: { method: 'PUT', path, body: '{{*}}' } }, about),
);
/** The providers of all connectors that are made of resources, and of the declarations of an operator for HTTP. */
const PROVIDERS = [
  ...CONNECTORS.flatMap((connector) => providerBehind(connector) ?? []),
  ...declared.flatMap((one) => providerBehind(resourceConnector(one)) ?? []),
];
const OPERATIONS = PROVIDERS.flatMap((provider) =>
  provider.operations.filter(isReversible).map((operation) => [provider, operation] as const),
);

interface Written {
  readonly fields: JsonObject;
  readonly by: 'write' | 'remove' | 'recreate';
}

/** The kind of an operation with a simulated provider: it answers `now`, and records the values to write. */
function played(
  { kind, ...operation }: ResourceOperation<unknown>,
  now: JsonObject | null,
  written: Written[],
): ResourceOperation<unknown> {
  let held = now;
  const inverse = (by: Written['by']) =>
    kind[by] && {
      describe: () => by,
      run: async (_: unknown, address: Address, fields: JsonObject) => {
        written.push({ fields, by });
        held = by === 'remove' ? null : { ...held, ...fields };
        return address;
      },
    };
  const { name, volatile } = kind;
  const read = async () => held && { fields: held };
  const inverses = { write: inverse('write'), remove: inverse('remove'), recreate: inverse('recreate') };
  return {
    ...operation,
    kind: { name, label: () => 'thing', read, ...(volatile && { volatile }), ...inverses },
  } as never;
}

const CAPTURED = { title: 'captured', body: 'captured', extra: { nested: ['captured'] } } as const satisfies JsonObject;
const SAID = { title: 'said', body: 'said', extra: 'said', more: 'said' } as const satisfies JsonObject;

/**
 * Runs the undo of a call about which the agent reports this, when the provider holds the state that the call would
 * have left, or another one.
 */
async function undone(
  [provider, operation]: (typeof OPERATIONS)[number],
  { now, onConflict, response }: { now: JsonObject | null; onConflict: 'skip' | 'force'; response: Json },
): Promise<Written[]> {
  const written: Written[] = [];
  // Each operation reads the fields of a payload in its own way: here every field gets the value `said`.
  const sets = operation.effect === 'delete' ? {} : { sets: () => SAID };
  const says = {
    ...operation,
    ...sets,
    addresses: () => [{ id: 'said' }],
    left: () => SAID,
    fills: () => ['more'],
    replaced: () => ({}),
  };
  const one = played(says as never, now, written);
  const there: ResourceProvider<unknown> = { ...provider, operations: [one], connect: async () => ({ client: {} }) };
  const place = placeOf(provider, CONTEXT);
  const snapshot = { takenAt: 0, place, items: [{ address: { id: '1' }, reading: { fields: CAPTURED } }] };
  const effect: Effect = {
    apiName: operation.apiName,
    payload: SAID,
    response,
    snapshot: JSON.parse(JSON.stringify(snapshot)),
  };
  await undo(there, effect, onConflict, CONTEXT);
  return written;
}

/** Values that are written and were not captured. */
const strangers = (written: readonly Written[]) =>
  written.flatMap(({ fields }) =>
    Object.entries(fields).filter(
      ([name, value]) => value !== null && JSON.stringify(value) !== JSON.stringify((CAPTURED as JsonObject)[name]),
    ),
  );

describe.each(OPERATIONS.map((one) => [one[1].apiName, one] as const))('the undo of %s', (_, one) => {
  const worlds = [SAID, { ...CAPTURED, ...SAID }, { ...SAID, title: 'of another client' }, CAPTURED, null].flatMap(
    (now) =>
      (['skip', 'force'] as const).flatMap((onConflict) =>
        [null, SAID, { id: 'said', data: SAID }].map((response) => ({ now, onConflict, response })),
      ),
  );

  it('writes captured values alone, whatever payload and response say', async () => {
    const written: Written[] = [];
    for (const world of worlds) written.push(...(await undone(one, world)));
    expect(strangers(written)).toEqual([]);
    const { kind, effect } = one[1];
    const isWritable = effect === 'delete' ? kind.recreate : kind.write;
    if (isWritable) expect(written.length).toBeGreaterThan(0);
  });
});

it('goes over the operations of every connector that is made of resources', () => {
  const connectors = new Set(OPERATIONS.map(([{ id }]) => id));
  // Rows have a property of their own, and nothing undoes a tool of another MCP server.
  const others = ['postgres', 'mysql', 'redis', 'mcp'];
  expect([...connectors].sort()).toEqual(
    CONNECTORS.map(({ id }) => id)
      .filter((id) => !others.includes(id))
      .sort(),
  );
  expect(OPERATIONS.length).toBeGreaterThan(50);
});

it('would notice a value of a payload', () => {
  expect(strangers([{ by: 'write', fields: { title: 'said' } }])).toEqual([['title', 'said']]);
});
