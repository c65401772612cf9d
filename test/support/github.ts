import { Octokit } from '@octokit/rest';
import type { ConnectorContext, JsonObject } from '../../src/connectors/connector.js';
import type { Trip } from '../../src/connectors/connector.testkit.js';
import { github } from '../../src/connectors/github/github.connector.js';
import { unique } from './client.js';
import { startEmulate } from './emulate.mjs';
import { patience } from './patience.mjs';

export const owner = 'admin';

export interface Repository {
  readonly [name: string]: string;
  readonly owner: string;
  readonly repo: string;
}
type Method = (payload: JsonObject) => Promise<unknown>;

/** GitHub as emulate plays it, an agent at it with GitHub's own client, and a client that may only read. */
export async function startGitHub(
  front: (url: string) => Promise<{ readonly url: string }> = async (url) => ({ url }),
) {
  const emulate = await startEmulate(['github'], {
    tokens: {
      test_token_admin: { login: owner, scopes: ['repo', 'user'] },
      guest_token: { login: 'guest', scopes: [] },
    },
    github: { users: [{ login: 'guest' }] },
  });
  const baseUrl = (await front(emulate.urls.github ?? '')).url;
  const agent = new Octokit({ auth: 'test_token_admin', baseUrl });
  const context: ConnectorContext = {
    credentials: { token: 'test_token_admin', baseUrl },
    allowedPrivateHosts: ['127.0.0.1'],
    timeoutMs: patience(1_000),
  };
  const guest: ConnectorContext = { ...context, credentials: { token: 'guest_token', baseUrl } };
  return { agent, context, guest, baseUrl, stop: emulate.stop, newRepository, newIssue, trip };

  async function newRepository(): Promise<Repository> {
    const { data } = await agent.rest.repos.createForAuthenticatedUser({ name: unique('repo'), auto_init: true });
    return { owner, repo: data.name };
  }

  async function newIssue(more: object = {}) {
    const repository = await newRepository();
    const { data } = await agent.rest.issues.create({ ...repository, title: 'Broken', body: 'It is.', ...more });
    return { ...repository, issue_number: data.number };
  }

  /** The agent calls the method of its client that the operation is named after, with the payload itself. */
  function trip(apiName: string, payload: JsonObject, state: () => Promise<unknown>): Trip {
    const [, resource = '', verb = ''] = apiName.split('.');
    const methods = (agent.rest as unknown as Record<string, Record<string, Method>>)[resource];
    return { connector: github, context, apiName, payload, act: async () => methods?.[verb]?.(payload), state };
  }
}
