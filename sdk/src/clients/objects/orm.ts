/** A library above a driver of a database: its own calls are no statements yet. */
interface Orm {
  readonly name: string;
  /** Names the object to wrap instead. */
  readonly wrap: string;
  recognises(client: object): boolean;
}

const ENTITY_KIND = Symbol.for('drizzle:entityKind');

const ORMS: readonly Orm[] = [
  {
    name: 'Knex instance',
    wrap: 'the pg.Pool from which Knex takes its connections',
    recognises: (client) => hasMethods(client, ['raw', 'transaction', 'queryBuilder']) && 'client' in client,
  },
  {
    name: 'database of drizzle',
    wrap: 'the pool that drizzle() is given: drizzle(wrap(pool, session, { … }))',
    recognises: (client) => ENTITY_KIND in Object(memberOf(client, 'constructor')),
  },
  {
    name: 'Kysely',
    wrap: 'the pool of its dialect: new PostgresDialect({ pool: wrap(pool, session, { … }) })',
    recognises: (client) => hasMethods(client, ['selectFrom', 'getExecutor', 'executeQuery']),
  },
  {
    name: 'Sequelize',
    wrap: "the clients that its dialectModule makes, with a class Client of your own beside pg's exports",
    recognises: (client) => hasMethods(client, ['define', 'authenticate', 'getDialect', 'getQueryInterface']),
  },
  {
    name: 'object of TypeORM',
    wrap: "the pool that its driver makes, with a Pool of your own beside pg's exports",
    recognises: (client) => isOfTypeOrm(memberOf(client, '@instanceof')),
  },
  {
    name: 'PrismaClient',
    wrap: 'the pool of its driver adapter: new PrismaPg(wrap(pool, session, { … }))',
    // Its members are those of a proxy, which shows no values.
    recognises: (client) => ['$connect', '$disconnect', '$transaction', '$extends'].every((name) => name in client),
  },
  {
    name: 'object of Mongoose',
    wrap: 'the functions of yours that use it, as one object',
    recognises: (client) =>
      hasMethods(client, ['model', 'startSession']) && ('mongo' in client || 'collections' in client),
  },
];

/** Returns the sentence for a program that gives its ORM; null for everything else. Runs no accessor. */
export function sentenceOfOrm(client: object): string | null {
  const orm = ORMS.find((one) => one.recognises(client));
  if (!orm) return null;
  return (
    `The client is a ${orm.name}. Wrap what is below it, whose statements are checked one by one and can be undone: ` +
    `${orm.wrap} (docs/orms.md). To govern its methods as they are, without an undo, name them in operations, reads or through`
  );
}

function hasMethods(client: object, names: readonly string[]): boolean {
  return names.every((name) => typeof memberOf(client, name) === 'function');
}

/** The value of a member that is no accessor. */
function memberOf(client: object, key: string): unknown {
  for (let level: object | null = client; level; level = Reflect.getPrototypeOf(level)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(level, key);
    if (descriptor) return descriptor.value;
  }
  return undefined;
}

function isOfTypeOrm(mark: unknown): boolean {
  return (
    typeof mark === 'symbol' && /^(DataSource|EntityManager|\w*Repository|QueryRunner)$/.test(mark.description ?? '')
  );
}
