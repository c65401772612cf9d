// Runs the steps of the Dockerfile without Docker: COPY and RUN in an empty directory for each stage. Then it prints
// what the image adds to its base, and runs the result as `compose.yaml` does: as user 1000 without capabilities, as
// PID 1, on a root file system that is read-only except for /tmp, with a PostgreSQL of its own. It needs root, for the
// mounts.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../test/support/free-port.mjs';
import { stagesOf } from './dockerfile.mjs';

const SHARED = ['usr', 'bin', 'lib', 'lib64', 'etc', 'dev'];

const place = mkdtempSync(join(tmpdir(), 'backstop-image-'));
const stages = new Map();
let stop = async () => undefined;
try {
  if (process.getuid?.() !== 0) throw new Error('Run this as root: it mounts file systems.');
  const context = copyContext();
  for (const stage of stagesOf(readFileSync('Dockerfile', 'utf8'))) stages.set(stage.name, runStage(stage, context));
  const image = [...stages.values()].at(-1);
  measure(image);
  await importEveryDependency(image);
  await runImage(image);
} finally {
  await stop();
  rmSync(place, { recursive: true, force: true });
}

/** Copies a clone as `docker build` sends it; files that .dockerignore names are not in a clone, or not needed. */
function copyContext() {
  const context = join(place, 'context');
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name && statSync(name, { throwIfNoEntry: false })))
    cpSync(file, join(context, file));
  return context;
}

function runStage({ name, instructions }, context) {
  const root = join(place, `stage-${name}`);
  const stage = { root, directory: '/', env: {}, user: 'root', command: [], health: [] };
  mkdirSync(root);
  for (const { keyword, options, value } of instructions) {
    if (keyword === 'WORKDIR') {
      stage.directory = value;
      mkdirSync(join(root, value), { recursive: true });
    } else if (keyword === 'ENV') {
      for (const [, variable, text] of value.matchAll(/(\w+)=(\S+)/g)) stage.env[variable] = text;
    } else if (keyword === 'COPY') copy(stage, options.from ? stages.get(options.from).root : context, value);
    else if (keyword === 'RUN') {
      console.log(`${name}: ${value}`);
      const options = { cwd: join(root, stage.directory), env: { ...process.env, ...stage.env }, stdio: 'inherit' };
      execFileSync('/bin/sh', ['-c', value], options);
    } else if (keyword === 'USER') stage.user = value;
    else if (keyword === 'CMD') stage.command = JSON.parse(value);
    else if (keyword === 'HEALTHCHECK') stage.health = JSON.parse(value.replace(/^CMD /, ''));
  }
  return stage;
}

function copy({ root, directory }, source, value) {
  const paths = value.split(/\s+/);
  const target = paths.pop();
  const into = join(root, directory, target);
  for (const path of paths) {
    const from = join(source, path);
    const isFile = statSync(from).isFile();
    cpSync(from, isFile ? join(into, basename(path)) : into, { recursive: true, verbatimSymlinks: true });
  }
}

function measure({ root, directory }) {
  const megabytes = (path) => parseInt(execFileSync('du', ['-sm', join(root, path)], { encoding: 'utf8' }), 10);
  const parts = ['node_modules', 'dist', 'migrations'].map((part) => `${part} ${megabytes(join(directory, part))}`);
  console.log(`The image adds ${megabytes('.')} MB to its base: ${parts.join(', ')}.`);
}

/** Imports also the dependencies that the service loads only when a provider is used. */
async function importEveryDependency({ root, directory }) {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const program = Object.keys(dependencies).map((name) => `await import(${JSON.stringify(name)});`);
  const options = { cwd: join(root, directory), stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync(process.execPath, ['--input-type=module', '-e', program.join('\n')], options);
  console.log(`All ${program.length} production dependencies load.`);
}

async function runImage(image) {
  const { startEmbeddedPostgres } = await import(
    join(stages.get('build').root, 'app/dist/platform/database/embedded/embedded-postgres.js')
  );
  const database = await startEmbeddedPostgres({ dataDir: join(place, 'postgres'), durable: false, tcp: true });
  stop = () => database.stop();
  const env = {
    ...image.env,
    PATH: process.env.PATH,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    MIGRATE_DATABASE_URL: database.superuserUrl,
    DATABASE_URL: database.superuserUrl.replace(/\/\/[^@]*@/, '//backstop_service:image@'),
    JWT_SECRET: 'the secret of the image, long enough for a key',
    ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
  };
  const { DATABASE_URL: _, ...withoutDatabase } = env;
  expect('without DATABASE_URL it ends with', await container(image, image.command, withoutDatabase).exited, 1);
  const migration = container(image, ['node', image.command[1].replace('main', 'migrate')], env);
  expect('the migration ends with', await migration.exited, 0);

  const service = container(image, image.command, env);
  stop = async () => {
    service.kill('SIGKILL');
    await service.exited;
    await database.stop();
  };
  const url = await service.address;
  expect('GET /health answers', (await fetch(`${url}/health`)).status, 200);
  execFileSync(image.health[0], image.health.slice(1), { env });
  const account = { email: 'you@example.com', password: 'a long passphrase', name: 'You' };
  const headers = { 'content-type': 'application/json' };
  const registered = await fetch(`${url}/auth/register`, { method: 'POST', headers, body: JSON.stringify(account) });
  expect('POST /auth/register answers', registered.status, 201);
  const status = readFileSync(`/proc/${service.pid()}/status`, 'utf8');
  const field = (name) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1]?.split('\t').join(' ');
  expect('the user is', field('Uid'), '1000 1000 1000 1000');
  expect('the capabilities are', field('CapBnd'), '0000000000000000');
  expect('no new privileges', field('NoNewPrivs'), '1');
  expect('it is process', field('NSpid')?.split(' ').at(-1), '1');
  const inside = ['--target', String(service.pid()), '--mount', '--root'];
  const touch = (path) => {
    try {
      execFileSync('nsenter', [...inside, 'touch', path], { stdio: 'ignore' });
      return 'writable';
    } catch {
      return 'read-only';
    }
  };
  expect('/app is', touch('/app/file'), 'read-only');
  expect('/tmp is', touch('/tmp/file'), 'writable');
  const since = Date.now();
  service.kill('SIGTERM');
  expect('after SIGTERM it ends with', await service.exited, 0);
  console.log(`it took ${Date.now() - since} ms to end`);
  stop = () => database.stop();
}

/** A command in the image: its files and the programs of this machine, all of them read-only. */
function container({ root, directory, user }, command, env) {
  const [uid, gid] = user.split(':');
  const mounts = ['mount --make-rprivate /', `mount --bind ${root} ${root}`];
  for (const folder of [...SHARED, 'proc', 'tmp']) mkdirSync(join(root, folder), { recursive: true });
  for (const folder of SHARED) mounts.push(`mount --bind -o ro /${folder} ${root}/${folder}`);
  mounts.push(
    `mount -t proc proc ${root}/proc`,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    `mount -o remount,bind,ro ${root}`,
  );
  const dropped = `--reuid=${uid} --regid=${gid} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs`;
  const start = `exec chroot ${root} setpriv ${dropped} sh -c 'cd ${directory} && exec "$@"' sh "$@"`;
  const parameters = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', [...mounts, start].join('\n'), 'sh'];
  const child = spawn('unshare', [...parameters, ...command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit').then(([code]) => code);
  const address = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /is up at (http:\/\/\S+)/.exec(line);
      if (match) resolve(match[1]);
    });
    void exited.then((code) => reject(new Error(`${command.join(' ')} ended with ${code}`)));
  });
  address.catch(() => undefined);
  const pid = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
  return { exited, address, pid, kill: (signal) => child.exitCode === null && process.kill(pid(), signal) };
}

function expect(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what} ${found} instead of ${wanted}`);
  console.log(`${what} ${found}`);
}
