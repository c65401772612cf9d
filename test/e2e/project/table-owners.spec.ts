import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { sqlSources } from '../../../src/platform/database/schema/sql-files.js';
import { nameOfSource } from '../../../src/platform/database/schema/sql-source.js';
import { breachesOf } from './owners/breaches.js';
import { TABLE_OWNERS } from './owners/owners.js';
import { sqlTextsIn } from './owners/sql-texts.js';
import { usesOf } from './owners/statement-tables.js';

const OWNERS = TABLE_OWNERS;

/** Connectors speak to databases of customers, of which the examples tell. */
const isRead = (path: string) =>
  !/^(connectors|openapi\/examples)\//.test(path) && /(?<!\.(spec|testkit))\.ts$/.test(path);

const files = new Map(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isRead)
    .sort()
    .map((path) => [`src/${path}`, readFileSync(`src/${path}`, 'utf8')]),
);

describe('the list of table owners', () => {
  it('names every table of the database, and each owner is a folder of src', async () => {
    const client = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
    await client.connect();
    const { rows } = await client.query(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
    await client.end();
    expect(Object.keys(OWNERS).sort()).toEqual(rows.map(({ name }) => name).sort());
    const folders = readdirSync('src', { withFileTypes: true }).filter((one) => one.isDirectory());
    expect(folders.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.values(OWNERS)));
  });
});

describe('a module', () => {
  it('writes and locks only its own tables, and reads those of others through views of their owners', async () => {
    const breaches = await breachesOf({ files, sources: sqlSources() }, OWNERS);
    expect(breaches.map(({ message }) => message)).toEqual([]);
  });
});

describe('a file with SQL that names a table or a view', () => {
  it('says in its first line why it has no entities; no other file does', async () => {
    const modules = new Map([...files].filter(([path]) => !path.startsWith('src/platform/database/')));
    const { texts } = await sqlTextsIn(modules, Object.keys(OWNERS));
    const used = await Promise.all(
      texts.map(async ({ file, text }) => ((await usesOf(text)).length > 0 ? file : null)),
    );
    const saying = [...modules].filter(([, text]) => text.startsWith('// SQL: ')).map(([path]) => path);
    expect([...new Set(used.filter((file) => file !== null))].sort()).toEqual(saying.sort());
  });
});

const VIEWS = sqlSources().filter(({ kind }) => kind === 'view');

/** The messages for one file of the module `billing`, beside the views of today. */
async function breachesInFile(text: string, path = 'src/billing/some.ts', more: Record<string, string> = {}) {
  const found = await breachesOf({ files: new Map(Object.entries({ [path]: text, ...more })), sources: VIEWS }, OWNERS);
  return found.filter(({ file }) => file === path).map(({ message }) => message.slice(path.length + 1));
}

/** The same of a function. */
async function breachesInFunction(text: string) {
  const path = 'functions/billing/note_paid.sql';
  const sources = [...VIEWS, { ...nameOfSource(path), text, hash: '' }];
  const found = await breachesOf({ files: new Map(), sources }, OWNERS);
  const ours = found.filter(({ file }) => file === `migrations/${path}`);
  return ours.map(({ message }) => message.slice(`migrations/${path}:`.length));
}

const breachesInBody = (body: string, language = 'plpgsql') =>
  breachesInFunction(`CREATE FUNCTION note_paid() RETURNS void LANGUAGE ${language} AS $$ ${body} $$;`);

const READS =
  '1: billing reads users, a table of auth: read a view of migrations/views/auth, or call a service of src/auth.';
const WRITES =
  '1: billing writes users, a table of auth: call a service of src/auth, or a function of migrations/functions/auth.';
const LOCKS = WRITES.replace('writes', 'locks');

describe('the reading of SQL', () => {
  it.each([
    ['a table', 'SELECT 1 FROM users', [READS]],
    ['a table of a sub-select', 'SELECT (SELECT count(*) FROM users) FROM billing_customers', [READS]],
    [
      'a table that a write reads',
      'DELETE FROM billing_customers WHERE organization_id IN (SELECT id FROM users)',
      [READS],
    ],
    ['a write', 'UPDATE users SET name = $1', [WRITES]],
    [
      'a write of a common table expression',
      'WITH gone AS (DELETE FROM users RETURNING 1) SELECT 1 FROM gone',
      [WRITES],
    ],
    ['an insert', 'INSERT INTO users (id) SELECT customer_id FROM billing_customers', [WRITES]],
    ['a lock', 'SELECT 1 FROM users FOR SHARE', [LOCKS, READS]],
    [
      'a lock through a view',
      'SELECT 1 FROM verified_members m FOR UPDATE OF m',
      [LOCKS.replace('users', 'verified_members')],
    ],
    ['a write through a view', 'DELETE FROM verified_members', [WRITES.replace('users', 'verified_members')]],
    [
      'a table with the name of a common table expression',
      'WITH users AS (SELECT 1 FROM users) SELECT 1 FROM users',
      [READS],
    ],
    [
      'an unknown table',
      'SELECT 1 FROM clients',
      ['1: billing reads clients, which has no entity: add one in the folder of its owner.'],
    ],
    ['a copy', 'COPY users FROM STDIN', [WRITES]],
    ['nothing wrong with its own tables', 'SELECT 1 FROM billing_customers FOR UPDATE', []],
    ['nothing wrong with a view of another module', 'SELECT 1 FROM organization_states', []],
    ['nothing wrong with a function of another module', 'SELECT hold_open($1)', []],
  ])('finds %s', async (_, sql, said) => {
    expect(await breachesInFile(`em.query(\`${sql}\`)`)).toEqual(said);
    expect(await breachesInBody(sql, 'sql')).toEqual(said);
  });

  it.each([
    ['a statement', 'BEGIN DELETE FROM users; END'],
    ['a loop', 'BEGIN FOR i IN 1..2 LOOP IF i = 1 THEN DELETE FROM users; END IF; END LOOP; END'],
  ])('finds a write in %s of PL/pgSQL', async (_, body) => {
    expect(await breachesInBody(body)).toEqual([WRITES]);
  });

  it.each([
    ['a condition', 'BEGIN IF EXISTS (SELECT FROM users) THEN RETURN; END IF; END'],
    ['an assignment', 'DECLARE n integer; BEGIN n := (SELECT count(*) FROM users); END'],
    ['a default', 'DECLARE n integer := (SELECT count(*) FROM users); BEGIN END'],
  ])('finds a read in %s of PL/pgSQL', async (_, body) => {
    expect(await breachesInBody(body)).toEqual([READS]);
  });

  it('finds a read in the body of a function that is no text', async () => {
    const atomic = 'CREATE FUNCTION note_paid() RETURNS bigint BEGIN ATOMIC SELECT count(*) FROM users; END;';
    expect(await breachesInFunction(atomic)).toEqual([READS]);
  });

  it('refuses a statement that PL/pgSQL builds at run time', async () => {
    const said = ['1: executes a statement that is known only at run time.'];
    expect(await breachesInBody("BEGIN EXECUTE 'DELETE FROM ' || 'users'; END")).toEqual(said);
  });
});

describe('the reading of TypeScript', () => {
  it.each([
    ['a constant', "const ASKED = 'SELECT 1 FROM users';"],
    ['the text of a named statement', "run({ name: 'x', text: 'SELECT 1 FROM users' });"],
    ['a part that is another constant', `const of = 'FROM users'; em.query(\`SELECT 1 \${of}\`);`],
    ['one of two parts', `em.query(\`SELECT 1 FROM \${isOld ? 'users' : 'billing_customers'}\`);`],
    ['a sum', "em.query('SELECT 1 ' + 'FROM users');"],
    ['a property', `const SQL = { of: 'FROM users' } as const; em.query(\`SELECT 1 \${SQL.of}\`);`],
    [
      'a function that answers a text',
      `const of = (table) => \`FROM users \${table}\`; em.query(\`SELECT 1 \${of(x)}\`);`,
    ],
    ['a part that is known only at run time', `em.query(\`SELECT \${columns.join()} FROM users \${order}\`);`],
  ])('follows %s', async (_, text) => {
    expect(await breachesInFile(text)).toEqual([READS]);
  });

  it('follows an import', async () => {
    const text = "import { ASKED as A } from './asked.js';\nem.query(A);";
    const more = { 'src/billing/asked.ts': "export const ASKED = 'SELECT 1 FROM users';" };
    expect(await breachesInFile(text, 'src/billing/some.ts', more)).toEqual([READS.replace('1:', '2:')]);
  });

  it.each([
    ['that is known only at run time', 'em.query(texts[0]);', '1: runs a text that is known only at run time.'],
    [
      'of a parameter',
      "const sql = 'SELECT 1'; const f = (sql) => em.query(sql);",
      '1: runs a text that is known only at run time.',
    ],
    ['with an error', "em.query('SELECT 1 FORM OF users');", '1: does not parse as SQL: SELECT 1 FORM OF users.'],
    [
      'that only looks like SQL',
      "const x = 'SELECT 1 FORM OF users';",
      '1: does not parse as SQL: SELECT 1 FORM OF users.',
    ],
    [
      'in parts that no query contains',
      "const of = 'FROM users'; f(of);",
      '1: names a table in a text that no query contains.',
    ],
    [
      'whose table is known only at run time',
      `em.query(\`DELETE FROM \${table}\`);`,
      '1: billing writes placeholder, which has no entity: add one in the folder of its owner.',
    ],
  ])('refuses a text %s', async (_, text, said) => {
    expect(await breachesInFile(text)).toEqual([said]);
  });
});

const ENTITY = "@Entity('users')\nexport class UserEntity {}\n";
const INSTEAD = WRITES.split(': ').at(-1);
const USES = `2: billing uses the entity of users, a table of auth: ${INSTEAD}`;

describe('the reading of entities', () => {
  /** The messages for a file of the module `billing` that imports an entity of `auth`. */
  const breachesWith = (use: string, imported = '{ UserEntity }') =>
    breachesInFile(`import ${imported} from '../auth/user.entity.js';\n${use}`, 'src/billing/some.ts', {
      'src/auth/user.entity.ts': ENTITY,
    });

  it.each([
    ['a write', 'em.update(UserEntity, { id }, { name });'],
    ['a deletion', 'em.delete(UserEntity, { id });'],
    ['an insert', 'em.insert(UserEntity, user);'],
    ['a read', 'em.findOneBy(UserEntity, { id });'],
    ['a repository', 'em.getRepository(UserEntity).save(user);'],
    ['a builder of queries', 'em.createQueryBuilder().delete().from(UserEntity).execute();'],
    ['a function that is given it', 'findPage(em, UserEntity, id);'],
    ['a variable', 'const entity = UserEntity;'],
  ])('finds %s with the entity of another module', async (_, use) => {
    expect(await breachesWith(use)).toEqual([USES]);
  });

  it('finds it under another name', async () => {
    expect(await breachesWith('em.delete(User, { id });', '{ UserEntity as User }')).toEqual([USES]);
  });

  it('finds an entity of a table of another module', async () => {
    const text = "@Entity('users')\nexport class PayerEntity {}";
    expect(await breachesInFile(text)).toEqual([`2: billing declares an entity of users, a table of auth: ${INSTEAD}`]);
  });

  it.each([
    ['a table', "em.update('billing_customers', { id }, changes);", 'billing_customers'],
    ['an entity', "em.getRepository('UserEntity').save(user);", 'users'],
  ])('refuses %s that is named in a text', async (_, use, table) => {
    expect(await breachesWith(use)).toEqual([expect.stringMatching(new RegExp(`^2: (billing )?names ${table}`))]);
  });

  it('refuses to hand on an entity, whose use could not be followed', async () => {
    const said = ['1: hands on the entity of users: name it where it is used.'];
    const more = { 'src/auth/user.entity.ts': ENTITY };
    expect(await breachesInFile("export { UserEntity } from './user.entity.js';", 'src/auth/some.ts', more)).toEqual(
      said,
    );
    expect(await breachesInFile('export const User = UserEntity;', 'src/auth/some.ts', more)).toEqual(said);
  });

  it('has nothing against the entities of the module itself, and types of others', async () => {
    const more = { 'src/auth/user.entity.ts': ENTITY };
    expect(await breachesInFile('em.update(UserEntity, { id }, { name });', 'src/auth/some.ts', more)).toEqual([]);
    expect(await breachesWith('const show = (user: UserEntity) => user.name;')).toEqual([]);
  });
});

const LISTENERS = 'migrations/triggers/README.md';

describe('the triggers by which another module listens', () => {
  const listeners = sqlSources().filter(
    ({ kind, table, module }) => kind === 'trigger' && OWNERS[table ?? ''] !== module,
  );

  it('are named in one file, each with when it fires', () => {
    const named = readFileSync(LISTENERS, 'utf8').matchAll(/^\| \[`[\w.]+`\]\(([\w./]+)\) \| (.*?) \|/gm);
    const fires = (text: string) => /(BEFORE|AFTER) .*?(?= ON )/.exec(text)?.[0].toLowerCase();
    expect(listeners.length).toBeGreaterThan(10);
    expect(Object.fromEntries([...named].map(([, path, when]) => [`triggers/${path}`, when]))).toEqual(
      Object.fromEntries(listeners.map(({ path, text }) => [path, fires(text)])),
    );
  });

  it('are linked from each module whose rows they follow', () => {
    const writers = new Set(listeners.map(({ table }) => OWNERS[table ?? '']));
    const linking = [...files].filter(([, text]) => text.includes(LISTENERS)).map(([path]) => path.split('/')[1]);
    expect([...new Set(linking)].sort()).toEqual([...writers].sort());
  });
});
