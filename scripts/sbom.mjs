// Writes what `npm ci --omit=dev` installs, on any platform, as a CycloneDX list. Parameter: the file to write.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [, , file = 'sbom.cdx.json'] = process.argv;
const parameters = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
const bom = JSON.parse(execFileSync('npm', parameters, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));

// `npm sbom --omit=dev` would leave out each package that a development dependency uses as well.
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = new Set(
  Object.entries(packages)
    .filter(([, { dev, link }]) => !dev && !link)
    .map(([path, { name = path.split('node_modules/').at(-1), version }]) => `${name}@${version}`),
);
const isInstalled = (ref) => installed.has(ref);
bom.components = bom.components.filter((component) => isInstalled(component['bom-ref']));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => isInstalled(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isInstalled) }));

// npm writes the name of the directory here.
bom.metadata.component.name = packages[''].name;

writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${file} lists ${bom.components.length} packages.`);
