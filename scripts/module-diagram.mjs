// Draws which folders of src import which, from the imports themselves, into docs/modules.svg; with --check, fails when the
// picture there is another one. A module stands above every module that it imports.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

const PICTURE = 'docs/modules.svg';
const SOURCE = process.argv.find((argument) => argument.startsWith('--src='))?.slice(6) ?? 'src';

/** Returns, for each module, the modules whose files it imports at run time. */
function imports() {
  const modules = new Map();
  for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!/\.ts$/.test(file) || /\.(spec|testkit|d)\.ts$/.test(file) || !file.includes(sep)) continue;
    const module = file.split(sep)[0];
    const found = modules.get(module) ?? modules.set(module, new Set()).get(module);
    for (const [, path] of readFileSync(join(SOURCE, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const target = normalize(join(dirname(file), path)).split(sep);
      if (target.length > 1 && target[0] !== module) found.add(target[0]);
    }
  }
  return modules;
}

/** The layer of a module is one above the highest module that it imports. */
function layersOf(modules) {
  const layers = new Map();
  const layerOf = (module, above = []) => {
    if (above.includes(module))
      throw new Error(`${[...above, module].join(' imports ')}: these imports form a circle.`);
    if (!layers.has(module)) {
      const below = [...(modules.get(module) ?? [])].map((one) => layerOf(one, [...above, module]));
      layers.set(module, Math.max(-1, ...below) + 1);
    }
    return layers.get(module);
  };
  for (const module of modules.keys()) layerOf(module);
  return layers;
}

/** Drops the arrows that others imply: A to C, if A imports B and B imports C. */
function withoutImplied(modules) {
  const reach = (module) => new Set([...(modules.get(module) ?? [])].flatMap((one) => [one, ...reach(one)]));
  return [...modules].flatMap(([module, found]) => {
    const implied = new Set([...found].flatMap((one) => [...reach(one)]));
    return [...found].filter((one) => !implied.has(one)).map((one) => [module, one]);
  });
}

const [WIDTH, BOX, HEIGHT, STEP] = [920, 132, 34, 78];

function draw() {
  const modules = imports();
  const layers = layersOf(modules);
  const arrows = withoutImplied(modules);
  const top = Math.max(...layers.values());
  const centre = new Map();
  // Sorts from the top down: a module stands below those that import it, in their order.
  for (let layer = top; layer >= 0; layer--) {
    const here = [...modules.keys()].filter((module) => layers.get(module) === layer);
    const wanted = (module) => {
      const above = arrows.filter(([, to]) => to === module).map(([from]) => centre.get(from).x);
      return above.length === 0 ? WIDTH / 2 : above.reduce((sum, x) => sum + x, 0) / above.length;
    };
    here.sort((one, other) => wanted(one) - wanted(other) || one.localeCompare(other));
    here.forEach((module, index) => {
      const x = Math.round((WIDTH * (index + 1)) / (here.length + 1) + (layer % 2 === 0 ? 0 : 46));
      centre.set(module, { x, y: 30 + (top - layer) * STEP });
    });
  }
  const lines = arrows.map(([from, to]) => {
    const [a, b] = [centre.get(from), centre.get(to)];
    const [y1, y2] = [a.y + HEIGHT / 2, b.y - HEIGHT / 2 - 2];
    const bend = Math.min(40, (y2 - y1) / 2);
    return `    <path d="M${a.x} ${y1} C${a.x} ${y1 + bend} ${b.x} ${y2 - bend} ${b.x} ${y2}"/>`;
  });
  const boxes = [...centre].map(
    ([, { x, y }]) => `    <rect x="${x - BOX / 2}" y="${y - HEIGHT / 2}" width="${BOX}" height="${HEIGHT}" rx="7"/>`,
  );
  const names = [...centre].map(([module, { x, y }]) => `    <text x="${x}" y="${y + 5}">${module}</text>`);
  const height = 60 + top * STEP;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="14" role="img" aria-label="The folders of src; each stands above the folders that it imports">`,
    '  <defs>',
    '    <marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 10 5 0 10z" fill="#64748b"/></marker>',
    '  </defs>',
    `  <rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    '  <g fill="none" stroke="#94a3b8" stroke-width="1.3" marker-end="url(#tip)">',
    ...lines,
    '  </g>',
    '  <g fill="#eef2ff" stroke="#818cf8">',
    ...boxes,
    '  </g>',
    '  <g fill="#0f172a" text-anchor="middle">',
    ...names,
    '  </g>',
    '</svg>',
    '',
  ].join('\n');
}

const picture = draw();
if (!process.argv.includes('--check')) writeFileSync(PICTURE, picture);
else if (!existsSync(PICTURE) || readFileSync(PICTURE, 'utf8') !== picture) {
  console.error(`${PICTURE} is old. Run "npm run generate -- diagram".`);
  process.exit(1);
}
