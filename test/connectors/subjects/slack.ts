import type { Json } from '../../../src/connectors/connector.js';
import { objectOf } from '../../../src/connectors/resource/response.js';
import { onSlack } from '../../campaigns/hostile/support/claims/slack.js';
import { startSlack } from '../../support/slack.js';
import type { Subject } from './subject.js';
import type { World } from './worlds.js';

/** Bookmarks of Slack, as emulate plays it. */
export async function slack(): Promise<Subject> {
  const { agent, context, newChannel, trip, stop } = await startSlack();
  const stateOf = (channel_id: string) => async () =>
    ((await agent.bookmarks.list({ channel_id })).bookmarks ?? []).map(({ title, link }) => ({ title, link }));
  const found = (response: Json) => String(objectOf(objectOf(response).bookmark).id);
  const link = 'https://example.com/';
  const linkTo = (value: string) => `https://example.com/${encodeURIComponent(value)}`;

  return {
    name: 'slack',
    context,
    isBlind: true,
    elsewhere: {
      ...context.credentials,
      baseUrl: String(context.credentials.baseUrl).replace('127.0.0.1', 'localhost'),
    },
    stop,
    newThing: async () => {
      const channel_id = await newChannel();
      const { bookmark } = await agent.bookmarks.add({ channel_id, title: 'a', type: 'link', link });
      const at = { channel_id, bookmark_id: String(bookmark?.id) };
      const state = stateOf(channel_id);
      return {
        state,
        change: (title) => trip('slack.bookmarks.edit', { ...at, title }, state),
        set: (title) => agent.bookmarks.edit({ ...at, title }),
        setOther: (value) => agent.bookmarks.edit({ ...at, link: linkTo(value) }),
        remove: () => trip('slack.bookmarks.remove', at, state),
        drop: () => agent.bookmarks.remove(at),
      };
    },
    newAbsent: async () => {
      const channel_id = await newChannel();
      const state = stateOf(channel_id);
      return {
        state,
        make: () => trip('slack.bookmarks.add', { channel_id, title: 'a', type: 'link', link }, state),
        add: (response) => agent.bookmarks.edit({ channel_id, bookmark_id: found(response), link: linkTo('b') }),
        remove: (response) => trip('slack.bookmarks.remove', { channel_id, bookmark_id: found(response) }, state),
      };
    },
  };
}

export const world: World = { places: [{ name: 'slack', open: slack, makesUnseen: true }], claims: onSlack };
