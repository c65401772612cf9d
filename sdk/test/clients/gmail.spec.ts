import { gmail, type gmail_v1 } from '@googleapis/gmail';
import { unique } from '../../../test/support/client.js';
import { type Google, startGoogle } from '../../../test/support/google.js';
import { type Governance, newGovernance } from '../support/governance.js';

let there: Google;

beforeAll(async () => {
  there = await startGoogle();
});

afterAll(() => there.stop());

const newGmail = () => gmail({ version: 'v1', ...there.options });
const governanceOfGmail = () => newGovernance({ credentials: { connector: 'gmail', values: there.credentials } });

async function setup(options: object = {}, governance?: Governance) {
  const setting = governance ?? (await governanceOfGmail());
  return { ...setting, bare: newGmail(), wrapped: setting.wrap(newGmail(), { connector: 'gmail', ...options }) };
}

const named = (name = unique('label')) => ({ userId: 'me', requestBody: { name } });
const labelsOf = async (gmail: gmail_v1.Gmail) =>
  ((await gmail.users.labels.list({ userId: 'me' })).data.labels ?? []).map(({ name }) => name);
const shape = ({ status, data }: { status: number; data: object }) => ({
  status,
  data: { ...data, id: null, name: null },
});

describe('a wrapped Gmail', () => {
  it('reads as the bare client does, and records none of these calls', async () => {
    const { bare, wrapped, actions } = await setup();
    await bare.users.labels.create(named());
    expect((await wrapped.users.labels.list({ userId: 'me' })).data).toEqual(
      (await bare.users.labels.list({ userId: 'me' })).data,
    );
    expect(wrapped.users.labels).toBe(wrapped.users.labels);
    expect(wrapped.users.labels.create).toBe(wrapped.users.labels.create);
    expect(wrapped).toBeInstanceOf(bare.constructor);
    expect(Object.isFrozen(bare)).toBe(true);
    expect(Object.keys(wrapped)).toEqual(Object.keys(bare));
    expect(await actions()).toEqual([]);
  });

  it('asks for a call in every style, and answers as the bare client does', async () => {
    const { bare, wrapped, actions } = await setup();
    const results = [];
    for (const gmail of [bare, wrapped]) {
      const create = gmail.users.labels.create.bind(gmail.users.labels);
      const returned: unknown[] = [];
      const called = (style: (done: (error: Error | null, value?: unknown) => void) => unknown) =>
        new Promise<unknown[]>((resolve) => returned.push(style((...given) => resolve(given))));
      const promised = await create(named());
      const [error, value] = await called((done) => create(named(), done as never));
      const [none, second] = await called((done) => create(named(), {}, done as never));
      const [refusal] = await called((done) => create({ userId: 'me', requestBody: { name: '' } }, done as never));
      const { status, message } = refusal as Error & { status: number };
      results.push([
        shape(promised),
        [error, shape(value as never), none, shape(second as never)],
        returned,
        { status, message, kind: (refusal as Error).constructor },
      ]);
    }
    expect(results[1]).toEqual(results[0]);
    const all = await actions();
    expect(all.map(({ apiName, status }) => [apiName, status])).toEqual([
      ...Array(3).fill(['gmail.labels.create', 'SUCCESS']),
      ['gmail.labels.create', 'FAILED'],
    ]);
    expect(all[0]).toMatchObject({ snapshot: { captureFailed: false }, response: { id: expect.any(String) } });
  });

  it('sends nothing that a policy blocks, and nothing round the gate', async () => {
    const { bare, wrapped, policy } = await setup();
    await policy('gmail.*', 'BLOCK');
    const label = named();
    const blocked = { code: 'policy-blocked' };
    await expect(wrapped.users.labels.create(label)).rejects.toMatchObject(blocked);
    const error = await new Promise((resolve) => wrapped.users.labels.create(label, resolve as never));
    expect(error).toMatchObject(blocked);
    const elsewhere = { method: 'POST', url: `${there.url}/gmail/v1/users/me/labels`, data: label.requestBody };
    await expect(wrapped.users.labels.list({ userId: 'me' }, elsewhere as never)).rejects.toEqual(
      expect.objectContaining({ code: 'ungoverned-call' }),
    );
    expect(await labelsOf(bare)).not.toContain(label.requestBody.name);
  });

  it('does nothing for a test key', async () => {
    const { bare, wrapped } = await setup({}, await newGovernance({ as: ({ testAgent }) => testAgent }));
    const label = named();
    expect((await wrapped.users.labels.create(label)).data).toMatchObject(label.requestBody);
    expect(await labelsOf(bare)).not.toContain(label.requestBody.name);
  });
});
