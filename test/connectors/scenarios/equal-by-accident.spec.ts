import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { PRECISION_MS } from '../../../src/connectors/resource/requests/clock.js';
import { s3 } from '../../../src/connectors/s3/s3.connector.js';
import { unique } from '../../support/client.js';
import { contextWith } from '../../support/google.js';
import { eventually } from '../../support/patience.mjs';
import { startS3 } from '../../support/s3rver.mjs';
import { newScenario } from '../../support/scenario.js';
import { startSlack } from '../../support/slack.js';

const Bucket = 'invoices';
let server: Awaited<ReturnType<typeof startS3>>;
let slack: Awaited<ReturnType<typeof startSlack>>;
beforeAll(async () => {
  [server, slack] = await Promise.all([startS3([Bucket]), startSlack()]);
});
afterAll(() => Promise.all([server, slack].map((one) => one.stop())));

function objectAt() {
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const client = new S3Client({ endpoint: server.url, region: 'us-east-1', forcePathStyle: true, credentials: keys });
  const at = { Bucket, Key: unique('object') };
  const put = (Body: string) => client.send(new PutObjectCommand({ ...at, Body }));
  const read = () => client.send(new GetObjectCommand(at));
  const state = async () => (await read().catch(() => null))?.Body?.transformToString();
  const lastModified = async () => (await read()).LastModified?.getTime() ?? 0;
  const context = contextWith({ ...keys, region: 'us-east-1', baseUrl: server.url });
  const trip = (Body: string) => ({
    ...{ connector: s3, context, apiName: 's3.objects.put', payload: { ...at, Body }, act: () => put(Body), state },
  });
  return { put, state, trip, lastModified };
}

/** Another client puts the same bytes, until the provider's time of it is one that the call cannot have left. */
async function putAgain({ put, lastModified }: ReturnType<typeof objectAt>, Body: string): Promise<void> {
  const ofCall = await lastModified();
  const again = async () => {
    await put(Body);
    return lastModified();
  };
  await eventually(again, (at) => at > ofCall + PRECISION_MS + 2_000);
}

describe('an object of S3 that another client put again with the same bytes', () => {
  it.each([
    ['is left where the call had made it', undefined],
    ['is left where the call had replaced another one', 'a'],
  ])('%s', async (_, before) => {
    const object = objectAt();
    if (before !== undefined) await object.put(before);
    const scenario = await newScenario(object.trip('x'));
    const { id } = await scenario.run(object.trip('x'));
    await putAgain(object, 'x');
    const report = await scenario.rollBack();
    expect(report).toMatchObject({ displayStatus: 'ROLLBACK_FAILED', outcomes: ['CONFLICT'] });
    expect(report.details).toEqual([expect.stringContaining('was put again after the call, by another client')]);
    expect(await object.state()).toBe('x');
    expect(await scenario.isDirty()).toBe(true);
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
    expect(await object.state()).toBe(before);
  });

  it('is not taken for what the agent itself put again, or the undo of a newer call', async () => {
    const object = objectAt();
    await object.put('a');
    const scenario = await newScenario(object.trip('x'));
    await scenario.run(object.trip('x'));
    await putAgain(object, 'x');
    await scenario.run(object.trip('x'));
    await scenario.run(object.trip('y'));
    const report = await scenario.rollBack();
    expect(report).toMatchObject({ displayStatus: 'REVERTED', outcomes: report.outcomes.map(() => 'ROLLED_BACK') });
    expect(await object.state()).toBe('a');
  });
});

describe('a message of Slack that the agent has pinned', () => {
  async function pinned() {
    const at = await slack.newMessage(await slack.newChannel());
    const pin = { channel: at.channel, timestamp: at.ts };
    await slack.person.conversations.join({ channel: at.channel });
    const state = async () => (await slack.agent.pins.list({ channel: at.channel })).items?.length;
    const scenario = await newScenario(slack.trip('slack.pins.add', pin, state));
    const { id } = await scenario.run(slack.trip('slack.pins.add', pin, state));
    return { pin, state, scenario, id };
  }

  it('stays pinned where a person took it off and pinned it again', async () => {
    const { pin, state, scenario, id } = await pinned();
    await slack.person.pins.remove(pin);
    await slack.person.pins.add(pin);
    const report = await scenario.rollBack();
    expect(report).toMatchObject({ displayStatus: 'ROLLBACK_FAILED', outcomes: ['CONFLICT'] });
    expect(await state()).toBe(1);
    expect((await scenario.rollBack(undefined, [id])).outcomes).toEqual(['ROLLED_BACK']);
  });

  it('is unpinned where only the agent has pinned it', async () => {
    const { state, scenario } = await pinned();
    expect(await scenario.rollBack()).toMatchObject({ displayStatus: 'REVERTED', outcomes: ['ROLLED_BACK'] });
    expect(await state()).toBe(0);
  });
});
