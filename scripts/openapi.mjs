/**
 * Writes the one definition of the wire from the routes of the built service: `openapi.json`, and its types for the SDK and
 * the dashboard. A linter reads it first.
 *
 *   node scripts/openapi.mjs [--check | --draft]
 *
 * With --check it writes nothing, and fails if a file is not up to date. With --draft it writes whatever the linter found:
 * record-examples.mjs needs the definition before its examples fit.
 */
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { createConfig, formatProblems, lintFromString } from '@redocly/openapi-core';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { AppModule } from '../dist/app.module.js';
import { callersOf } from '../dist/auth/access/access.decorator.js';
import { CONDITION_OPERATORS } from '../dist/contract/condition-operators.js';
import { PERMISSIONS } from '../dist/contract/permissions.js';
import { documentOf } from '../dist/openapi/document.js';
import { routesOf } from '../dist/openapi/route.js';
import { dtoSchemas } from '../dist/platform/http/input/dto-schema.js';
import { installation } from '../dist/platform/installation.js';
import { referencePages, withPart } from './reference-pages.mjs';

/** The characters of a line of openapi.json; only a long text makes a longer one. */
const LINE = 240;
/** The bytes of openapi.json: readers load it as a whole. */
const MOST_BYTES = 400_000;

/** The schemas that the SDK and receivers of events read; the packed SDK has the types of these alone. */
const READ_BY_THE_SDK = [
  'Action',
  'ApprovalDetail',
  'CreatePolicyBody',
  'CredentialsCheck',
  'Precapture',
  'Problem',
  'ProblemCode',
  'RegistryEntry',
  'RollbackReport',
  'Session',
  'SessionWithActions',
];

const { imports } = AppModule.with(null, null);
const controllers = imports.flatMap(
  (one) => one.controllers ?? Reflect.getMetadata('controllers', one.module ?? one) ?? [],
);
const routes = routesOf(controllers);
const document = documentOf(routes, dtoSchemas(), installation);
const text = `${inLines(document)}\n`;

/** JSON without spaces and indentation; a value that does not fit into a line has a line for each of its members. */
function inLines(value) {
  const whole = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || whole.length <= LINE) return whole;
  const lines = Array.isArray(value)
    ? value.map(inLines)
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${JSON.stringify(name)}:${inLines(one)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${close}`;
}

/** The named schemas, and all that they refer to. */
function withinReach(names, found = {}) {
  for (const name of names) {
    if (name in found) continue;
    found[name] = document.components.schemas[name];
    const inner = JSON.stringify(found[name]).matchAll(/#\/components\/schemas\/(\w+)/g);
    withinReach(
      [...inner].map(([, one]) => one),
      found,
    );
  }
  return found;
}

const events = Object.keys(document.components.schemas).filter((name) => name.endsWith('Event'));
const schemas = withinReach([...READ_BY_THE_SDK, ...events]);
/** Free JSON has a type of its own in the SDK. */
const FREE = ['Json', 'JsonObject'];
const free = (_schema, { path = '' }) => {
  const name = FREE.find((one) => path.endsWith(`/schemas/${one}`));
  return name && ts.factory.createTypeReferenceNode(name);
};
/** Every refusal has the one shape of a problem, and an example is no type. */
const typed = JSON.parse(JSON.stringify(document), (name, value) => {
  const isNoType =
    /^(example|[345]\d\d)$/.test(name) ||
    (name === 'examples' && Array.isArray(value)) ||
    value?.$ref === '#/components/responses/anywhere';
  return isNoType ? undefined : value;
});
delete typed.components.responses;
delete typed.components.examples;

/** The compiler leaves these out of the type definitions of the SDK; the dashboard reads the source. */
const internal = (node) =>
  ts.addSyntheticLeadingComment(node, ts.SyntaxKind.MultiLineCommentTrivia, '* @internal ', true);

async function wireTypes() {
  const types = await openapiTypes(typed, { immutable: true, transform: free });
  const components = types.find((node) => node.name.text === 'components');
  const named = components.members.find((member) => member.name.text === 'schemas');
  const notNamed = components.members.filter((member) => member !== named);
  const notRead = named.type.members.filter((member) => !(member.name.text in schemas));
  for (const node of [...types.filter((one) => one !== components), ...notNamed, ...notRead]) internal(node);
  return `// Made by \`npm run generate -- openapi\` from openapi.json.\nimport type { ${FREE.join(', ')} } from '../json.js';\n\n${astToString(types)}`;
}

const written = {
  'openapi.json': text,
  'sdk/src/wire/openapi.ts': await wireTypes(),
};

/** Routes in as many cells as they need: a cell of a page has at most 200 characters. */
function cellsOf(paths) {
  const cells = [];
  for (const path of paths) {
    const longer = `${cells.at(-1)}<br>${path}`;
    if (cells.length > 0 && longer.length <= 200) cells[cells.length - 1] = longer;
    else cells.push(path);
  }
  return cells;
}

const asPath = (path) => path.replaceAll(/\{(\w+)\}/g, ':$1');

function routeRow({ method, path, access }) {
  const { plan, limit, rawBody } = access;
  const often = limit ? `${limit.count} in ${limit.seconds} s` : '';
  return `| ${method.toUpperCase()} | \`${asPath(path)}\` | ${rawBody ? 'signature' : callersOf(access)} | ${plan ?? ''} | ${often} |`;
}

const routeTable = [
  '| Method | Path | Who | Plan | Limit |',
  '|---|---|---|---|---|',
  ...routes.toSorted((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path))).map(routeRow),
];

function permissionRows([name, { heldBy, about, scopes = [] }]) {
  const named = routes.filter(({ access }) => access.may === name);
  const paths = named.map(({ method, path }) => `\`${method.toUpperCase()} ${asPath(path)}\``);
  const [first = '', ...more] = cellsOf(paths);
  const row = `| \`${name}\` | ${heldBy === 'USER' ? 'operator' : 'API key'} | ${scopes.map((scope) => `\`${scope}\``).join(', ')} | ${about} | ${first} |`;
  return [row, ...more.map((cell) => `| | | | | ${cell} |`)];
}

const permissions = [
  '| Permission | Held by | Scopes | What it allows | Routes |',
  '|---|---|---|---|---|',
  ...Object.entries(PERMISSIONS).flatMap(permissionRows),
];

const VALUES = {
  ...{ json: 'any JSON', number: 'a number', list: 'a list of at most 1 000 values', text: 'a text' },
  ...{ texts: 'a pattern, or a list of them', flag: '`true` or `false`' },
};
const operators = [
  '| Operator | Value | `ignoreCase` | Meaning |',
  '|---|---|---|---|',
  ...Object.entries(CONDITION_OPERATORS).map(
    ([name, { takes, foldsCase, words }]) =>
      `| \`${name}\` | ${VALUES[takes]} | ${foldsCase ? 'yes' : ''} | the field ${words} |`,
  ),
];

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // If two paths fit, the one without a parameter answers.
    'no-ambiguous-paths': 'off',
    // A tag is the name of a controller.
    'tag-description': 'off',
    // A sign-in through a provider answers with a redirect alone.
    'operation-2xx-response': 'off',
    // The schemas themselves are closed; a refusal narrows one that is.
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  },
});
if (Buffer.byteLength(text) > MOST_BYTES && !process.argv.includes('--draft'))
  throw new Error(`openapi.json has ${Buffer.byteLength(text)} bytes, and may have ${MOST_BYTES}.`);
const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
if (problems.length > 0 && !process.argv.includes('--draft')) {
  formatProblems(problems, {
    format: 'stylish',
    totals: { errors: problems.length, warnings: 0, ignored: 0 },
    version: '',
  });
  process.exit(1);
}

written['docs/contract.md'] = Object.entries({ routes: routeTable, permissions, operators }).reduce(
  (page, [name, lines]) => withPart(page, name, lines),
  readFileSync('docs/contract.md', 'utf8'),
);
Object.assign(written, referencePages(document));
const stale = Object.entries(written).filter(([file, wanted]) => current(file) !== wanted);
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is not up to date: npm run generate -- openapi`);
  if (stale.length > 0) process.exit(1);
} else for (const [file, wanted] of stale) writeFileSync(file, wanted);
// The modules of the service hold timers.
process.exit(0);

function current(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
