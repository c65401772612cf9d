import { readdir, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Writes the copy of the registry that the SDK works with until the service has answered, from the built connectors:
 * what a client has to know of each operation. `sdk/test/start.spec.ts` fails when the copy is an old one.
 */
const COPY = fileURLToPath(new URL('../sdk/src/wire/shipped-registry.ts', import.meta.url));
const connectors = fileURLToPath(new URL('../dist/connectors', import.meta.url));

const entries = [];
const files = await readdir(connectors, { recursive: true });
for (const file of files.filter((name) => name.endsWith('.connector.js')).sort()) {
  const exported = await import(pathToFileURL(`${connectors}/${file}`).href);
  const connector = exported[basename(dirname(file))];
  for (const { apiName, operationType, reversibility, precapture } of connector.operations) {
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

/** Names of the operations known when this package was built. */
export type ShippedName = (typeof ROWS)[number][0];

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
