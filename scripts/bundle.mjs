/**
 * The compiled service (`dist/`) in a few files (`dist/bundle/`), because a start spends most of its time on finding and
 * reading thousands of modules (docs/decisions/0015-bundle-with-a-code-cache.md).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { rolldown } from 'rolldown';
import { hashOfPages } from './hash-of-pages.mjs';

const COMMANDS = ['interpreter', 'migrate', 'keys-rotate', 'archive', 'organization', 'admin', 'audit-verify'];

/** The compiled `src/main.ts`: `dist/main.js`, which the framework's users expect to start, starts the bundle instead. */
const UNBUNDLED = 'dist/unbundled.js';

const SERVICE = 'dist/bundle/service.cjs';

/** Bring binaries or files of their own, which they look for beside their code. */
const WITH_FILES = ['@node-rs/argon2', 'libpg-query', 'fxa-common-password-list'];

/** Packages that another package loads if they are installed, and can do without. */
const OPTIONAL_PEERS = [
  /^@nestjs\/(microservices|platform-express|websockets)/,
  /^@fastify\/(multipart|static|view)$/,
  /^pg-native$/,
];

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const packageOf = (specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
const isDependency = (specifier) => packageOf(specifier) in dependencies;

/** `import('stripe')`: loaded by the first call to its provider, so it stays where npm put it. */
const lazyClients = {
  name: 'lazy-clients',
  resolveDynamicImport: (specifier, importer) =>
    typeof specifier === 'string' && importer && !importer.includes('node_modules') && isDependency(specifier)
      ? { id: specifier, external: true }
      : null,
};

/**
 * Files of packages that the service never uses, each with one export of the file's name. A start would read them and
 * the process would keep their source: TypeORM's drivers for other databases, and half a megabyte of phone numbers.
 */
const UNUSED = [
  /\/typeorm\/driver\/(?!postgres\/)[\w-]+\/(\w+Driver)\.js$/,
  /\/class-validator\/cjs\/decorator\/string\/(IsPhoneNumber)\.js$/,
];

const withoutUnused = {
  name: 'without-unused',
  load(id) {
    const name = UNUSED.map((file) => file.exec(id)?.[1]).find(Boolean);
    if (!name) return null;
    return `exports.${name} = function () { throw new Error('${name} is left out of the bundle (scripts/bundle.mjs)'); };`;
  },
};

/**
 * `pg` makes a `Response` to learn whether it runs on Node if there is no `navigator`. That loads the client below
 * `fetch`: 40 ms and 10 MB of a start on Node 20.
 */
const streamsOfNode = {
  name: 'streams-of-node',
  load: (id) =>
    id.endsWith('/node_modules/pg/lib/stream.js')
      ? `exports.getStream = () => new (require('net').Socket)();
         exports.getSecureStream = (options) => require('tls').connect(options);`
      : null,
};

/** Bundles the entries, and answers the packages and files that the result asks for. */
async function write(input, output) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) =>
      id === '#package.json' || WITH_FILES.includes(packageOf(id)) || OPTIONAL_PEERS.some((peer) => peer.test(id)),
    plugins: [lazyClients, withoutUnused, streamsOfNode],
    onLog: (_level, { code, message }) => {
      // One entry may load at once what another one loads later.
      if (code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(message);
    },
  });
  const { output: files } = await bundle.write({
    dir: 'dist/bundle',
    // V8 keeps the source of loaded code, at twice its size if one character is outside Latin-1.
    comments: { legal: true, annotation: false, jsdoc: false },
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    ...output,
  });
  const names = new Set(files.map(({ fileName }) => fileName));
  return files
    .flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports])
    .filter((id) => !names.has(id));
}

if (!existsSync(UNBUNDLED)) renameSync('dist/main.js', UNBUNDLED);
const commands = Object.fromEntries(COMMANDS.map((name) => [name, `dist/${name}.js`]));
const outside = [
  ...(await write(commands, { format: 'esm', chunkFileNames: '[name].js' })),
  // `launcher.js` runs the bundle with its compiled code, which V8 accepts for CommonJS alone. Therefore dynamic
  // imports are required, too.
  ...(await write(
    { service: UNBUNDLED },
    { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs', dynamicImportInCjs: false },
  )),
];
// `asciiOnly` leaves the comments with licences as they are.
const escaped = (character) => `\\u{${character.codePointAt(0).toString(16)}}`;
writeFileSync(SERVICE, readFileSync(SERVICE, 'utf8').replace(/\P{ASCII}/gu, escaped));
cpSync('dist/launcher.js', 'dist/bundle/launcher.js');
writeFileSync('dist/bundle/main.js', "import { launch } from './launcher.js';\n\nlaunch('service');\n");
writeFileSync('dist/main.js', "import './bundle/main.js';\n");
const { stderr } = spawnSync(process.execPath, ['scripts/code-cache.mjs'], { encoding: 'utf8' });
if (!stderr.startsWith('The configuration is not usable:')) throw new Error(`The service did not load: ${stderr}`);

// The modules that the bundle leaves outside must be there in production.
const missing = outside.filter(
  (id) => !isBuiltin(id) && !isDependency(id) && !OPTIONAL_PEERS.some((peer) => peer.test(id)),
);
if (missing.length > 0) throw new Error(`The bundle needs packages that are no dependencies: ${missing.join(', ')}`);

// The verifier of an audit export is one file, which a page imports under a name that changes with its content.
rmSync('dist/bundle/pages', { recursive: true, force: true });
const verifier = await rolldown({
  input: { 'audit-verifier': 'dist/audit/verifier.js' },
  platform: 'browser',
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  plugins: [hashOfPages],
  onLog: (_level, { message }) => {
    throw new Error(message);
  },
});
const pages = await verifier.write({ dir: 'dist/bundle/pages', format: 'esm', entryFileNames: '[name]-[hash].js' });
if (pages.output.length !== 1 || pages.output[0].imports.length > 0)
  throw new Error('The verifier of pages must be one file that imports nothing.');

// `GET /docs` shows the definition with these files; production needs none of their package.
mkdirSync('dist/bundle/viewer', { recursive: true });
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'])
  cpSync(`node_modules/swagger-ui-dist/${file}`, `dist/bundle/viewer/${file}`);
