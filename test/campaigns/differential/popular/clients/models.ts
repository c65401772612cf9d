// biome-ignore-all lint/suspicious/noExplicitAny: clients of which no types are installed.
import { failed, load, ofProject, type PopularClient } from './popular-client.js';

export const MODEL_CLIENTS: readonly PopularClient[] = [
  {
    name: 'openai',
    wrapped: 'new OpenAI()',
    make: async ({ url }) => new (ofProject('openai').OpenAI)({ apiKey: 'k', baseURL: url, maxRetries: 0 }),
    uses: [
      (openai) => openai.chat.completions.create({ model: 'm', messages: [] }).then(({ object }: any) => object),
      async (openai) => (await openai.files.delete('f1').withResponse()).response.status,
      (openai) => failed(openai.files.delete('fails')),
    ],
  },
  {
    name: '@anthropic-ai/sdk',
    wrapped: 'new Anthropic()',
    make: async ({ url }) =>
      new (await load('@anthropic-ai/sdk')).Anthropic({ apiKey: 'k', baseURL: url, maxRetries: 0 }),
    uses: [
      (client) => client.messages.create({ model: 'm', max_tokens: 1, messages: [] }).then(({ object }: any) => object),
      async (client) => (await client.beta.files.delete('f1').withResponse()).response.status,
      (client) => failed(client.beta.files.delete('fails')),
    ],
  },
  {
    name: 'groq-sdk',
    wrapped: 'new Groq()',
    make: async ({ url }) => new (await load('groq-sdk')).Groq({ apiKey: 'k', baseURL: url, maxRetries: 0 }),
    uses: [
      (groq) => groq.chat.completions.create({ model: 'm', messages: [] }).then(({ object }: any) => object),
      async (groq) => (await groq.files.delete('f1')).id,
    ],
  },
  {
    name: 'cohere-ai',
    wrapped: 'new CohereClientV2()',
    make: async ({ url }) => {
      const { default: whole, CohereClientV2 = whole.CohereClientV2 } = await load('cohere-ai');
      return new CohereClientV2({ token: 't', environment: url, maxRetries: 0 });
    },
    uses: [(cohere) => cohere.chat({ model: 'm', messages: [{ role: 'user', content: 'x' }] }).then(Object.keys)],
  },
  {
    name: '@google/genai',
    wrapped: 'new GoogleGenAI()',
    make: async ({ url }) =>
      new (await load('@google/genai')).GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: url } }),
    uses: [
      (genai) => genai.models.generateContent({ model: 'm', contents: 'x' }).then(Object.keys),
      (genai) => genai.files.delete({ name: 'files/a' }).then(Object.keys),
    ],
  },
  {
    name: 'replicate',
    wrapped: 'new Replicate()',
    make: async ({ url }) => new (await load('replicate')).default({ auth: 't', baseUrl: url }),
    uses: [
      (replicate) => replicate.predictions.create({ version: 'v', input: {} }).then(({ id }: any) => id),
      (replicate) => replicate.predictions.cancel('p1').then(({ id }: any) => id),
    ],
  },
];
