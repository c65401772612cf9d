import { unique } from '../../../../support/client.js';
import { startSlack } from '../../../../support/slack.js';
import { type Stage } from './stage.js';

export async function onSlack(): Promise<Stage> {
  const { agent, context, newChannel, newMessage, messages, stop } = await startSlack();
  return {
    context,
    stop,
    changes: {
      'slack.conversations.setTopic': async () => {
        const channel = await newChannel();
        return {
          payload: { channel, topic: 'of the agent' },
          set: () => agent.conversations.setTopic({ channel, topic: 'of a person' }),
          state: async () => (await agent.conversations.info({ channel })).channel?.topic?.value,
        };
      },
      'slack.chat.update': async () => {
        const at = await newMessage(await newChannel());
        return {
          payload: { ...at, text: 'of the agent' },
          set: () => agent.chat.update({ ...at, text: 'of a person' }),
          state: messages(at.channel),
        };
      },
    },
    claims: {
      'slack.chat.postMessage': async () => {
        const channel = await newChannel();
        const payload = { channel, text: 'the same' };
        return {
          payload,
          make: () => agent.chat.postMessage(payload),
          makeMore: () =>
            agent.chat.postMessage({
              ...payload,
              blocks: [{ type: 'section', text: { type: 'plain_text', text: 'of a person' } }],
            }),
          state: messages(channel),
        };
      },
      'slack.conversations.create': () => {
        const payload = { name: unique('channel') };
        return {
          payload,
          make: () => agent.conversations.create(payload),
          makeMore: () => agent.conversations.create({ name: `${payload.name}-of-a-person` }),
          state: async () => (await agent.conversations.list({ limit: 1_000 })).channels,
        };
      },
      'slack.bookmarks.add': async () => {
        const channel_id = await newChannel();
        const payload = { channel_id, title: 'the same', type: 'link' as const, link: 'https://example.com/' };
        return {
          payload,
          make: () => agent.bookmarks.add(payload),
          makeMore: () => agent.bookmarks.add({ ...payload, emoji: ':tada:' }),
          state: async () => (await agent.bookmarks.list({ channel_id })).bookmarks,
        };
      },
      'slack.reactions.add': async () => {
        const { channel, ts } = await newMessage(await newChannel());
        const payload = { channel, timestamp: ts, name: 'tada' };
        return { payload, make: () => agent.reactions.add(payload), isNamed: true, state: messages(channel) };
      },
      'slack.pins.add': async () => {
        const { channel, ts } = await newMessage(await newChannel());
        const payload = { channel, timestamp: ts };
        return {
          payload,
          make: () => agent.pins.add(payload),
          isNamed: true,
          state: async () => (await agent.pins.list({ channel })).items,
        };
      },
    },
  };
}
