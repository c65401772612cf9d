import type { Octokit } from '@octokit/rest';
import { resourceConnector } from '../resource/resource-connector.js';
import { githubAccess } from './access.js';
import { connect, meaningOf } from './client.js';
import { facts } from './facts.js';
import { operations, performing, summaries } from './operations/operations.js';

/** Issues, comments, files, refs, pull requests, releases and milestones of repositories. */
export const github = resourceConnector<Octokit>({
  id: 'github',
  facts,
  title: 'GitHub',
  verified: true,
  apiVersion: '2022-11-28',
  credentialFields: [
    { name: 'token', required: true, description: 'A token that may read and write the repositories of the agent.' },
    {
      name: 'baseUrl',
      required: false,
      isPublic: true,
      description: 'Of a GitHub Enterprise Server, with /api/v3; https://api.github.com when left out.',
    },
  ],
  summaries,
  operations,
  paths: ['path', 'ref', 'branch', 'name'],
  access: githubAccess,
  connect,
  performing,
  identity: {
    scopeOf: ({ owner, repo }) => (owner && repo ? { owner, repo } : null),
    read: async (client, { owner, repo }) => {
      const { data } = await client.rest.repos.get({ owner: String(owner), repo: String(repo) });
      return data.id ? `repository ${data.id}` : null;
    },
  },
  // Installation tokens have no user.
  probe: (client) => client.rest.rateLimit.get(),
  meaningOf,
});
