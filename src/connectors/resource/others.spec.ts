import { CONNECTORS } from '../all.js';
import type { Connector } from '../connector.js';
import { about } from '../http/about.js';
import { definitionOf } from '../http/operations.js';
import { providerOf } from '../http/provider.js';
import { isReversible, NotCapturable, type ResourceOperation, type ResourceProvider } from './resource.js';
import { providerBehind } from './resource-connector.js';

/** Connectors that are not made of resources: databases, and MCP servers, whose tools nothing undoes. */
const OTHERS = ['mcp', 'mysql', 'postgres', 'redis'];

/** Operations that make a resource, and do not declare the contents and uses that other clients may add. */
function silent({ operations }: Pick<ResourceProvider<never>, 'operations'>): string[] {
  const making = operations.filter(isReversible).filter(({ effect }) => effect === 'create' || effect === 'write');
  return making.filter(({ kind }) => !isSaid(kind.others)).map(({ apiName }) => apiName);
}

function isSaid(others: ResourceOperation<never>['kind']['others']): boolean {
  return typeof others === 'function' || (others !== undefined && others.none.length > 0);
}

/** For HTTP, the providers that each kind of declaration makes. */
function providersOf(connector: Connector): Pick<ResourceProvider<never>, 'operations'>[] {
  if (connector.id !== 'http') return [providerBehind(connector) as unknown as ResourceProvider<never>];
  return (['POST', 'PUT'] as const).map((method) => {
    const declaration = {
      method,
      path: '/a',
      capture: { path: '/a' },
      undo: { method: 'DELETE', path: '/a' },
    } as const;
    expect(connector.operations).toContainEqual(expect.objectContaining({ apiName: definitionOf(method).apiName }));
    return providerOf(declaration, about) as unknown as ResourceProvider<never>;
  });
}

/** Members of a payload by which a thing is closed, archived or put into the trash. */
const ENDING = ['state', 'status', 'active', 'archived', 'trashed', 'draft', 'is_archived'];

/** Operations that change such a member, and whose kind does not say what other clients may have put into the thing. */
function endless({ operations }: Pick<ResourceProvider<never>, 'operations'>): string[] {
  const changing = operations.filter(isReversible).filter(({ effect }) => effect === 'update');
  const ending = changing.filter(({ payloadSchema, sets }) => {
    const { properties = {} } = payloadSchema as { properties?: Record<string, { properties?: object }> };
    const set = readable(() => sets?.({}, null, null));
    const members = [properties, properties.requestBody?.properties, set].flatMap((one) => Object.keys(one ?? {}));
    return members.some((member) => ENDING.includes(member));
  });
  return ending.filter(({ kind }) => !kind.end).map(({ apiName }) => apiName);
}

/** The fields that a call without arguments sets, if the connector can read such a call. */
function readable<T>(sets: () => T): T | undefined {
  try {
    return sets();
  } catch (error) {
    if (error instanceof NotCapturable) return undefined;
    throw error;
  }
}

describe('a kind of changed resource', () => {
  const all = CONNECTORS.filter(({ id }) => ![...OTHERS, 'http'].includes(id)).flatMap(providersOf);

  it('says what other clients may put into a thing that a change can end', () => {
    expect(all.flatMap(endless)).toEqual([]);
  });

  it('is reported when it says nothing', () => {
    const without = all.map(({ operations }) => ({
      operations: operations.map((one) =>
        isReversible(one) ? { ...one, kind: { ...one.kind, end: undefined } } : one,
      ),
    })) as unknown as typeof all;
    expect(without.flatMap(endless).sort()).toEqual([
      'gdrive.files.update',
      'github.issues.update',
      'github.issues.updateMilestone',
      'github.pulls.update',
      'github.repos.updateRelease',
      'slack.conversations.archive',
      'slack.conversations.unarchive',
      'stripe.prices.update',
      'stripe.products.update',
    ]);
  });
});

describe('a kind of created resource', () => {
  it.each(CONNECTORS.filter(({ id }) => !OTHERS.includes(id)).map((one) => [one.id, one] as const))(
    'names at %s the additions and uses of other clients, or the reason why there are none',
    (_, connector) => {
      const providers = providersOf(connector);
      const making = providers.flatMap(({ operations }) => operations.filter(isReversible));
      expect(making.length).toBeGreaterThan(0);
      expect(providers.flatMap(silent)).toEqual([]);
    },
  );

  it.each([
    ['says nothing', {}],
    ['gives no reason', { others: { none: '' } }],
  ])('is reported when it %s', (_, more) => {
    const kind = { name: 'thing', label: () => '', read: async () => null, ...more };
    const operation = { apiName: 'a.things.create', effect: 'create', kind } as unknown as ResourceOperation<never>;
    expect(silent({ operations: [operation] })).toEqual(['a.things.create']);
  });
});
