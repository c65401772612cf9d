// biome-ignore-all lint/suspicious/noExplicitAny: clients of which no types are installed.
import { failed, load, type PopularClient } from './popular-client.js';

export const DATABASE_CLIENTS: readonly PopularClient[] = [
  {
    name: '@supabase/postgrest-js',
    wrapped: 'createClient() of Supabase, or PostgrestClient',
    make: async ({ url }) => new (await load('@supabase/postgrest-js')).PostgrestClient(url),
    uses: [
      async (db) => (await db.from('things').delete().eq('id', 1).select()).status,
      async (db) => (await db.from('things').insert({ a: 1 })).error,
      async (db) => {
        let query = db.from('things').update({ a: 2 });
        for (const [column, value] of [
          ['id', 1],
          ['open', true],
        ])
          query = query.eq(column, value);
        return (await query).status;
      },
      async (db) => (await db.rpc('close_all', { before: 1 })).status,
    ],
  },
  {
    name: 'meilisearch',
    wrapped: 'new MeiliSearch()',
    make: async ({ url }) => {
      const { Meilisearch, MeiliSearch = Meilisearch } = await load('meilisearch');
      return new MeiliSearch({ host: url, apiKey: 'k' });
    },
    uses: [
      async (client) => (await client.index('things').addDocuments([{ id: 1 }])).taskUid,
      async (client) => (await client.index('things').deleteDocument(1)).taskUid,
      async (client) => (await client.deleteIndex('things')).taskUid,
    ],
  },
  {
    name: 'redis',
    wrapped: 'createClient() of node-redis',
    make: async ({ ports }) => {
      const client = (await load('redis')).createClient({ url: `redis://127.0.0.1:${ports.redis}`, RESP: 2 });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    uses: [
      (redis) => redis.set('k', 'v'),
      (redis) => redis.del(['k', 'l']),
      (redis) => redis.sendCommand(['FLUSHALL']),
      (redis) => Promise.all([redis.incr('a'), redis.incr('b')]),
    ],
    close: (client) => client.destroy(),
  },
  {
    name: 'postgres',
    wrapped: 'postgres()',
    make: async ({ postgresUrl }) =>
      (await load('postgres')).default(postgresUrl, { max: 1, fetch_types: false, onnotice: () => undefined }),
    uses: [
      (sql) => sql`DELETE FROM things`.then(({ count }: any) => count),
      (sql) => sql`INSERT INTO things ${sql([{ id: 1, name: 'a' }])} RETURNING name`.then((rows: any) => rows[0].name),
      async (sql) => {
        const [row] = await sql`UPDATE things SET name = ${'b'} WHERE id = ${1} RETURNING *`;
        return row.name;
      },
      (sql) => sql.begin(async (inner: any) => (await inner`DELETE FROM things WHERE id = ${1}`).count),
    ],
    close: (sql) => sql.end(),
  },
  {
    name: 'mongodb',
    wrapped: 'new MongoClient()',
    make: async ({ ports }) => {
      const { MongoClient } = await load('mongodb');
      const options = { directConnection: true, serverSelectionTimeoutMS: 5_000 };
      return new MongoClient(`mongodb://127.0.0.1:${ports.mongodb}/`, options);
    },
    uses: [
      async (mongo) => (await mongo.db('d').collection('c').insertOne({ _id: 1, a: 1 })).insertedId,
      async (mongo) =>
        (
          await mongo
            .db('d')
            .collection('c')
            .deleteMany({ a: { $gt: 1 } })
        ).deletedCount,
      async (mongo) =>
        (
          await mongo
            .db('d')
            .collection('c')
            .updateOne({ _id: 1 }, { $set: { a: 2 } })
        ).modifiedCount,
      async (mongo) => (await mongo.db('d').command({ drop: 'c' })).ok,
    ],
    close: (mongo) => mongo.close(),
  },
  {
    name: '@elastic/elasticsearch',
    wrapped: 'new Client()',
    make: async ({ url }) => new (await load('@elastic/elasticsearch')).Client({ node: url, maxRetries: 0 }),
    uses: [
      async (elastic) => (await elastic.index({ index: 'things', id: '1', document: { a: 1 } })).ok,
      async (elastic) => (await elastic.delete({ index: 'things', id: '1' })).ok,
      async (elastic) => (await elastic.indices.delete({ index: 'things' })).ok,
      (elastic) => failed(elastic.update({ index: 'fails', id: '1', doc: {} })).then(([name]: any) => name),
    ],
    close: (elastic) => elastic.close(),
  },
  {
    name: '@opensearch-project/opensearch',
    wrapped: 'new Client()',
    make: async ({ url }) => new (await load('@opensearch-project/opensearch')).Client({ node: url, maxRetries: 0 }),
    uses: [
      async (client) => (await client.index({ index: 'things', id: '1', body: { a: 1 } })).statusCode,
      async (client) => (await client.indices.delete({ index: 'things' })).statusCode,
    ],
    close: (client) => client.close(),
  },
  {
    name: 'typesense',
    wrapped: 'new Client()',
    make: async ({ ports }) => {
      const { default: whole, Client = whole.Client } = await load('typesense');
      return new Client({
        nodes: [{ host: '127.0.0.1', port: ports.http, protocol: 'http' }],
        apiKey: 'k',
        numRetries: 0,
      });
    },
    uses: [
      async (typesense) => (await typesense.collections('things').documents().create({ id: '1' })).id,
      async (typesense) => (await typesense.collections('things').documents('1').delete()).id,
      async (typesense) => (await typesense.collections('things').delete()).ok,
    ],
  },
  {
    name: 'algoliasearch',
    wrapped: 'algoliasearch()',
    make: async ({ ports }) => {
      const host = { url: '127.0.0.1', port: ports.http, protocol: 'http', accept: 'readWrite' };
      return (await load('algoliasearch')).algoliasearch('app', 'key', { hosts: [host] });
    },
    uses: [
      async (algolia) => (await algolia.saveObject({ indexName: 'things', body: { objectID: '1' } })).ok,
      async (algolia) => (await algolia.deleteIndex({ indexName: 'things' })).ok,
    ],
  },
  {
    name: '@qdrant/js-client-rest',
    wrapped: 'new QdrantClient()',
    make: async ({ url }) =>
      new (await load('@qdrant/js-client-rest')).QdrantClient({ url, checkCompatibility: false }),
    uses: [
      async (qdrant) => (await qdrant.upsert('things', { points: [{ id: 1, vector: [1] }] })).message_id,
      async (qdrant) => (await qdrant.deleteCollection('things')).message_id,
    ],
  },
  {
    name: '@clickhouse/client',
    wrapped: 'createClient()',
    make: async ({ url }) => (await load('@clickhouse/client')).createClient({ url, compression: { request: false } }),
    uses: [
      (client) => client.command({ query: 'DROP TABLE things', query_id: 'q1' }).then(({ query_id }: any) => query_id),
      async (client) =>
        (await client.insert({ table: 'things', values: [{ a: 1 }], format: 'JSONEachRow', query_id: 'q2' })).executed,
    ],
    close: (client) => client.close(),
  },
  {
    name: 'memjs',
    wrapped: 'Client.create()',
    callbacks: ['set'],
    make: async ({ ports }) => (await load('memjs')).default.Client.create(`127.0.0.1:${ports.memcached}`),
    uses: [
      (memcached) => memcached.delete('k'),
      (memcached) =>
        new Promise((resolve) =>
          memcached.set('k', 'v', { expires: 60 }, (error: unknown, done: unknown) => resolve([error, done])),
        ),
    ],
    close: (memcached) => memcached.quit(),
  },
  {
    name: 'minio',
    wrapped: 'new Client()',
    make: async ({ ports }) => {
      const place = { endPoint: '127.0.0.1', port: ports.http, useSSL: false, region: 'eu-1' };
      return new (await load('minio')).Client({ ...place, accessKey: 'a', secretKey: 'b' });
    },
    uses: [
      (minio) => minio.removeBucket('s204').then(() => 'removed'),
      (minio) => minio.removeObject('things', 's204').then(() => 'removed'),
    ],
  },
];
