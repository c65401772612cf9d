/**
 * Builds what a command needs, then runs it: `npm run migrate`, `npm run bench -- peers`, `npm run generate -- diagram`.
 *
 *   node scripts/run.mjs [--no-build] <command> [<part>] [parameters]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const service = (...runs) => ({ builds: ['service'], runs });
const everything = (...runs) => ({ builds: [], runs });
const unbuilt = (...runs) => ({ builds: null, runs });

/** The files that a command runs, one after the other; or its parts by name, and `all` for the command without a part. */
const COMMANDS = {
  migrate: service('dist/bundle/migrate.js'),
  admin: service('dist/bundle/admin.js'),
  archive: service('dist/bundle/archive.js'),
  organization: service('dist/bundle/organization.js'),
  'keys-rotate': service('dist/bundle/keys-rotate.js'),
  audit: { verify: service('dist/bundle/audit-verify.js'), export: unbuilt('scripts/audit-export.mjs') },
  generate: {
    transitions: service('scripts/transitions.mjs'),
    diagram: service('scripts/module-diagram.mjs'),
    scenarios: service('scripts/scenarios.mjs'),
    connectors: service('scripts/connector-table.mjs'),
    sdk: service('scripts/registry-copy.mjs'),
    openapi: service('scripts/openapi.mjs'),
    examples: service('scripts/record-examples.mjs'),
    all: service(
      ...['transitions', 'module-diagram', 'scenarios', 'connector-table', 'registry-copy', 'openapi'].map(
        (name) => `scripts/${name}.mjs`,
      ),
    ),
  },
  bench: {
    all: everything('bench/run.mjs'),
    sdk: everything('bench/sdk-size.mjs', 'bench/wrapped-inserts.mjs'),
    dashboard: { builds: ['service', 'dashboard'], runs: ['bench/dashboard.mjs'] },
    perform: { builds: ['service', 'sdk'], runs: ['bench/perform.mjs'] },
    ...Object.fromEntries(
      ['intent', 'rest', 'memory', 'peers', 'processes', 'mischief', 'pooler', 'growth'].map((name) => [
        name,
        service(`bench/${name}.mjs`),
      ]),
    ),
  },
};

function chosen([name, ...parameters]) {
  const command = COMMANDS[name];
  if (!command) throw new Error(`No command is named ${name}. There are: ${Object.keys(COMMANDS).join(', ')}.`);
  if ('runs' in command) return { ...command, parameters };
  const [part = 'all', ...others] = parameters;
  if (part.startsWith('-') && command.all) return { ...command.all, parameters };
  if (!(part in command))
    throw new Error(`${name} has no part ${part}. There are: ${Object.keys(command).join(', ')}.`);
  return { ...command[part], parameters: others };
}

async function run(...parameters) {
  const child = spawn(process.execPath, parameters, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'close');
  if (code !== 0) process.exit(code ?? 1);
}

const given = process.argv.slice(2);
const builds = given[0] !== '--no-build';
const command = chosen(builds ? given : given.slice(1));
if (builds && command.builds) await run('scripts/build.mjs', ...command.builds);
for (const file of command.runs) await run(file, ...command.parameters);
