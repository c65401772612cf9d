import type { Json } from '../../json.js';
import { type KnownServer, type ToolUse, UncapturableError } from './known-server.js';

interface Entity {
  readonly name: string;
  readonly entityType: string;
  readonly observations: readonly string[];
}
interface Relation {
  readonly from: string;
  readonly to: string;
  readonly relationType: string;
}
interface Graph {
  readonly entities: readonly Entity[];
  readonly relations: readonly Relation[];
}

/** `["entity", name]`, `["observation", entity, text]`, `["relation", from, type, to]`, as JSON. */
type Key =
  | readonly ['entity', string]
  | readonly ['observation', string, string]
  | readonly ['relation', string, string, string];

/** The server @modelcontextprotocol/server-memory. */
export const memory: KnownServer = {
  id: 'memory',
  serverName: 'memory-server',
  reads: new Set(['read_graph', 'search_nodes', 'open_nodes']),
  operations: {
    create_entities: 'CREATE',
    create_relations: 'CREATE',
    add_observations: 'CREATE',
    delete_entities: 'DELETE',
    delete_observations: 'DELETE',
    delete_relations: 'DELETE',
  },

  resources: (use) => keysOf(use)?.map((key) => JSON.stringify(key)) ?? null,

  async capture(resources, read) {
    const { structuredContent } = await read({ tool: 'read_graph', args: {} });
    const graph = structuredContent as Graph | undefined;
    if (!Array.isArray(graph?.entities) || !Array.isArray(graph.relations)) {
      throw new UncapturableError('read_graph did not answer with a graph');
    }
    return Object.fromEntries(resources.map((resource) => [resource, seen(JSON.parse(resource), graph)]));
  },

  undo(_tool, before, left) {
    return Object.keys(before)
      .filter((resource) => JSON.stringify(before[resource]) !== JSON.stringify(left[resource]))
      .flatMap((resource) => restoring(JSON.parse(resource), before[resource] ?? null));
  },
};

function keysOf({ tool, args }: ToolUse): readonly Key[] | null {
  const list = <T>(name: string): readonly T[] => (Array.isArray(args[name]) ? (args[name] as T[]) : []);
  switch (tool) {
    case 'create_entities':
      return list<Entity>('entities').map(({ name }) => ['entity', name]);
    case 'delete_entities':
      return list<string>('entityNames').map((name) => ['entity', name]);
    case 'create_relations':
    case 'delete_relations':
      return list<Relation>('relations').map(({ from, relationType, to }) => ['relation', from, relationType, to]);
    case 'add_observations':
      return list<{ entityName: string; contents: string[] }>('observations').flatMap(({ entityName, contents }) =>
        contents.map((text): Key => ['observation', entityName, text]),
      );
    case 'delete_observations':
      return list<{ entityName: string; observations: string[] }>('deletions').flatMap(({ entityName, observations }) =>
        observations.map((text): Key => ['observation', entityName, text]),
      );
    default:
      return null;
  }
}

/** Deleting an entity deletes its relations, so they are part of it. */
function seen(key: Key, { entities, relations }: Graph): Json {
  const entity = entities.find(({ name }) => name === key[1]);
  if (key[0] === 'observation') return entity?.observations.includes(key[2]) ? true : null;
  if (key[0] === 'relation') {
    const [, from, type, to] = key;
    return relations.some((one) => one.from === from && one.relationType === type && one.to === to) ? true : null;
  }
  if (!entity) return null;
  const own = relations.filter(({ from, to }) => from === entity.name || to === entity.name);
  return {
    entityType: entity.entityType,
    observations: [...entity.observations],
    relations: own.map(({ from, relationType, to }) => ({ from, to, relationType })),
  };
}

function restoring(key: Key, before: Json): readonly ToolUse[] {
  if (key[0] === 'observation') {
    const [, entityName, text] = key;
    return before
      ? [{ tool: 'add_observations', args: { observations: [{ entityName, contents: [text] }] } }]
      : [{ tool: 'delete_observations', args: { deletions: [{ entityName, observations: [text] }] } }];
  }
  if (key[0] === 'relation') {
    const [, from, relationType, to] = key;
    const args = { relations: [{ from, to, relationType }] };
    return [{ tool: before ? 'create_relations' : 'delete_relations', args }];
  }
  const [, name] = key;
  if (before === null) return [{ tool: 'delete_entities', args: { entityNames: [name] } }];
  const { entityType, observations, relations } = before as unknown as {
    entityType: string;
    observations: string[];
    relations: Relation[];
  };
  const create: ToolUse = { tool: 'create_entities', args: { entities: [{ name, entityType, observations }] } };
  if (relations.length === 0) return [create];
  return [create, { tool: 'create_relations', args: { relations } }];
}
