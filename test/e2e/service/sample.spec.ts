import { fillSample, SAMPLE_EMAIL } from '../../../src/sample/fill-sample.js';
import { SAMPLE_SESSIONS } from '../../../src/sample/story.js';
import { Caller, serviceA } from '../../support/client.js';

const signIn = async (password: string) => {
  const { body } = await new Caller(serviceA, null).post('/auth/login', { email: SAMPLE_EMAIL, password });
  return new Caller(serviceA, body.data?.token ?? null);
};

describe('The sample data of `npm start -- --sample`', () => {
  it('fill an organization of their own with what three agents did, once, and go with its account', async () => {
    const made = await fillSample(serviceA.url);
    if (!made) throw new Error('another suite made it');
    const operator = await signIn(made.password);
    const { body } = await operator.get('/me');
    expect(body.data.organization.name).toBe("Sample data's organization");
    const count = async (path: string) => (await operator.get(path)).body.data.length;
    expect(await count('/sessions?limit=200')).toBe(SAMPLE_SESSIONS.length);
    expect(await count('/agents')).toBe(3);
    expect(await count('/approvals')).toBe(2);
    expect(await count('/sessions?blocked=true')).toBe(1);
    expect(await count('/sessions?dirty=true')).toBe(1);
    expect(await count('/sessions?target=customers&agentId=billing-agent')).toBe(2);
    expect(await fillSample(serviceA.url)).toBeNull();
    expect(await count('/sessions?limit=200')).toBe(SAMPLE_SESSIONS.length);

    expect((await operator.request('DELETE', '/me', { body: {} })).status).toBe(200);
    expect((await (await signIn(made.password)).get('/me')).status).toBe(401);
  });
});
