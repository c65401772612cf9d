import { LogLevel, WebClient } from '@slack/web-api';
import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import type { Trip } from '../../src/connectors/connector.testkit.js';
import { slack } from '../../src/connectors/slack/slack.connector.js';
import { unique } from './client.js';
import { startEmulate } from './emulate.mjs';
import { patience } from './patience.mjs';

type Call = (payload: JsonObject) => Promise<unknown>;
type Methods = Record<string, Record<string, Call>>;

const SCOPES = [
  'channels:history',
  'channels:read',
  'channels:manage',
  'channels:write',
  'chat:write',
  'pins:read',
  'pins:write',
  'reactions:write',
];

/** Slack as emulate plays it, an agent and a person at it with Slack's own client, and a client without any permission. */
export async function startSlack() {
  const emulate = await startEmulate(['slack'], {
    slack: {
      strict_scopes: true,
      users: [{ name: 'person' }],
      tokens: [
        {
          token: 'xoxb-agent',
          scopes: [...SCOPES, 'reactions:read', 'bookmarks:read', 'bookmarks:write'],
        },
        { token: 'xoxp-person', user: 'person', scopes: SCOPES },
        { token: 'xoxb-nothing', scopes: ['none'] },
      ],
    },
  });
  const baseUrl = `${emulate.urls.slack}/api`;
  const clientOf = (token: string) => new WebClient(token, { slackApiUrl: `${baseUrl}/`, logLevel: LogLevel.ERROR });
  const [agent, person] = [clientOf('xoxb-agent'), clientOf('xoxp-person')];
  const context: ConnectorContext = {
    credentials: { token: 'xoxb-agent', baseUrl },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: patience(1_000),
  };
  return { agent, person, context, baseUrl, stop: emulate.stop, newChannel, newMessage, trip, messages, channelState };

  async function newChannel(): Promise<string> {
    const { channel } = await agent.conversations.create({ name: unique('channel') });
    return channel?.id ?? '';
  }

  async function newMessage(channel: string, text = 'before'): Promise<{ channel: string; ts: string }> {
    const { ts = '' } = await agent.chat.postMessage({ channel, text });
    return { channel, ts };
  }

  /** The agent calls the method of its client that the operation is named after, with the payload itself. */
  function trip(apiName: string, payload: JsonObject, state: () => Promise<unknown>): Trip {
    const [, resource = '', verb = ''] = apiName.split('.');
    const methods = (agent as unknown as Methods)[resource];
    return { connector: slack, context, apiName, payload, act: async () => methods?.[verb]?.(payload), state };
  }

  /** Returns the messages that people wrote in a channel, oldest first, without Slack's members about changes. */
  function messages(channel: string) {
    return async () => {
      const { messages: all = [] } = await agent.conversations.history({ channel });
      const people = all.filter(({ subtype }) => subtype === undefined).reverse();
      return people.map(({ ts, text, blocks = [], attachments = [], reactions }) => ({
        ...{ ts, text, blocks, attachments, reactions },
      }));
    };
  }

  function channelState(channel: string) {
    return async () => {
      const { channel: found } = await agent.conversations.info({ channel });
      return [found?.name, found?.topic?.value, found?.purpose?.value, found?.is_archived];
    };
  }
}
