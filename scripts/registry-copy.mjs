import { readdir, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Writes the copy of the registry that the SDK uses until the service has answered, from the built connectors: the
 * facts of each operation that a client needs. `sdk/test/start.spec.ts` fails if the copy is not up to date.
 */
const COPY = fileURLToPath(new URL('../sdk/src/wire/shipped-registry.ts', import.meta.url));
const PERFORMED = fileURLToPath(new URL('../sdk/src/wire/performed-operations.ts', import.meta.url));
const connectors = fileURLToPath(new URL('../dist/connectors', import.meta.url));

const entries = [];
const performed = [];
const files = await readdir(connectors, { recursive: true });
for (const file of files.filter((name) => name.endsWith('.connector.js')).sort()) {
  const exported = await import(pathToFileURL(`${connectors}/${file}`).href);
  const connector = exported[basename(dirname(file))];
  for (const { apiName, operationType, reversibility, precapture, performs, payloadSchema } of connector.operations) {
    if (performs === true && connector.perform)
      performed.push({ apiName, operationType, reversibility, payloadSchema });
    entries.push({ apiName, connector: connector.id, operationType, reversibility, precapture });
  }
}
const row = ({ apiName, connector, operationType, reversibility, precapture }) =>
  `  ['${apiName}', '${connector}', '${operationType}', '${reversibility}', '${precapture}'],\n`;
const source = `import type { RegistryEntry } from './wire.js';

// Written by scripts/registry-copy.mjs from the connectors of the service.
type Row = readonly [
  apiName: string,
  connector: string,
  operationType: RegistryEntry['operationType'],
  reversibility: RegistryEntry['reversibility'],
  precapture: RegistryEntry['precapture'],
];

const ROWS = [
${entries.map(row).join('')}] as const satisfies readonly Row[];

/** Names of the operations known when this package was built that change something: reads of clients pass untouched. */
export type ShippedName = Exclude<(typeof ROWS)[number], readonly [string, string, 'READ', ...unknown[]]>[0];

/** The operations known when this package was built. */
export const SHIPPED_REGISTRY: readonly RegistryEntry[] = ROWS.map(
  ([apiName, connector, operationType, reversibility, precapture]) => ({
    apiName,
    connector,
    operationType,
    reversibility,
    precapture,
  }),
);
`;

await writeFile(COPY, source);

/** Writes a JSON Schema as a type; the service checks what a type cannot express. */
function typeOf(schema) {
  const { type, properties, required = [], anyOf, items, additionalProperties } = schema;
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ type: one })).join(' | ');
  if (type === 'object' && properties) {
    const members = Object.entries(properties).map(
      ([name, member]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(member)}`,
    );
    return members.length > 0 ? `{ ${members.join('; ')} }` : 'Record<string, never>';
  }
  if (type === 'object' && additionalProperties && typeof additionalProperties === 'object')
    return `{ readonly [name: string]: ${typeOf(additionalProperties)} }`;
  if (type === 'object') return 'JsonObject';
  if (type === 'array') return items ? `readonly (${typeOf(items)})[]` : 'readonly Json[]';
  return { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[type] ?? 'Json';
}

const UNDO = {
  exact: 'an undo restores the state before it',
  compensating: 'an undo makes up for it',
  none: 'it cannot be undone',
};
const aboutOf = ({ operationType, reversibility }) =>
  operationType === 'READ' ? 'A read.' : `${operationType}: ${UNDO[reversibility]}.`;

await writeFile(
  PERFORMED,
  `import type { Json, JsonObject } from '../json.js';

// Written by scripts/registry-copy.mjs from the connectors of the service.
/** The arguments of each operation that the service itself can make. */
export interface PerformedOperations {
${performed.map((one) => `  /** ${aboutOf(one)} */\n  readonly '${one.apiName}': ${typeOf(one.payloadSchema)};\n`).join('')}}
`,
);
