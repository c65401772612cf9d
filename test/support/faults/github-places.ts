import { github } from '../../../src/connectors/github/github.connector.js';
import { http } from '../../../src/connectors/http/http.connector.js';
import { startGitHub } from '../github.js';
import type { Deed, Place } from './deeds.js';

const authorization = 'Bearer test_token_admin';
const ISSUE = '/repos/{owner}/{repo}/issues/{number}';
const LABELS = '/repos/{owner}/{repo}/labels';
const DECLARED = [
  {
    method: 'PATCH',
    path: ISSUE,
    capture: { path: ISSUE, fields: ['title', 'body'] },
    undo: { method: 'PATCH', path: ISSUE, body: '{{*}}' },
  },
  {
    method: 'POST',
    path: LABELS,
    created: 'name',
    capture: { path: `${LABELS}/{created}`, fields: ['name', 'color'] },
    undo: { method: 'DELETE', path: `${LABELS}/{created}` },
  },
  {
    method: 'DELETE',
    path: `${LABELS}/{name}`,
    capture: { path: `${LABELS}/{name}`, fields: ['name', 'color'] },
    undo: { method: 'POST', path: LABELS, body: { name: '{{name}}', color: '{{color}}' } },
  },
];

/** GitHub as emulate plays it, through its own connector and through the one for any REST API. */
export async function gitHubPlaces(): Promise<[github: Place, http: Place]> {
  const server = await startGitHub();
  const { agent, baseUrl } = server;
  const repository = await server.newRepository();
  const newIssue = async () =>
    (await agent.rest.issues.create({ ...repository, title: 'Broken', body: 'It is.' })).data;
  const newComment = (issue_number: number, body: string) =>
    agent.rest.issues.createComment({ ...repository, issue_number, body }).then(({ data }) => data.id);
  const at = `/repos/${repository.owner}/${repository.repo}`;

  const issueDeed = (number: number): Omit<Deed, 'apiName' | 'payload' | 'act' | 'connector'> => ({
    isTold: true,
    state: async () => {
      const { data } = await agent.rest.issues.get({ ...repository, issue_number: number });
      return { title: data.title, body: data.body, state: data.state };
    },
    isUndoneBy: ({ method, path }) => method === 'PATCH' && path === `${at}/issues/${number}`,
  });
  const textsOf = (issue_number: number) => async () =>
    (await agent.rest.issues.listComments({ ...repository, issue_number })).data.map(({ body }) => body);

  const onGitHub: Place = {
    connector: github,
    upstream: baseUrl,
    credential: (proxied) => ({ token: 'test_token_admin', baseUrl: proxied }),
    deeds: async (random, name) => {
      const { number: issue_number } = await newIssue();
      const kind = random.integer(3);
      if (kind === 0) {
        const payload = { ...repository, issue_number, title: `Agent ${name}` };
        const act = async () => (await agent.rest.issues.update(payload)).data;
        return [{ ...issueDeed(issue_number), connector: github, apiName: 'github.issues.update', payload, act }];
      }
      const common = { connector: github, isTold: true, state: textsOf(issue_number) };
      if (kind === 1) {
        let made = 0;
        const payload = { ...repository, issue_number, body: `Agent ${name}` };
        const act = async () => {
          const { data } = await agent.rest.issues.createComment(payload);
          made = data.id;
          return data;
        };
        const isUndoneBy: Deed['isUndoneBy'] = ({ method, path }) =>
          method === 'DELETE' && path === `${at}/issues/comments/${made}`;
        return [{ ...common, isTold: false, apiName: 'github.issues.createComment', payload, act, isUndoneBy }];
      }
      const payload = { ...repository, comment_id: await newComment(issue_number, `Before ${name}`) };
      const act = async () => void (await agent.rest.issues.deleteComment(payload));
      const isUndoneBy: Deed['isUndoneBy'] = ({ method, path }) =>
        method === 'POST' && path === `${at}/issues/${issue_number}/comments`;
      return [{ ...common, apiName: 'github.issues.deleteComment', payload, act, isUndoneBy }];
    },
    stop: server.stop,
  };

  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, { method, headers, body: body ? JSON.stringify(body) : null });
    const text = await response.text();
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const labelState = (name: string) => async () => {
    const found = await call('GET', `${at}/labels/${name}`);
    return found && { name: found.name, color: found.color };
  };

  const onHttp: Place = {
    connector: http,
    upstream: baseUrl,
    credential: (proxied) => ({ baseUrl: proxied, authorization, operations: JSON.stringify(DECLARED) }),
    deeds: async (random, name) => {
      const kind = random.integer(3);
      if (kind === 0) {
        const { number } = await newIssue();
        const payload = { path: `${at}/issues/${number}`, body: { title: `Agent ${name}` } };
        const act = () => call('PATCH', payload.path, payload.body);
        return [{ ...issueDeed(number), connector: http, apiName: 'http.requests.patch', payload, act }];
      }
      const label = { name, color: 'aabbcc' };
      const common = { connector: http, isTold: true, state: labelState(name) };
      if (kind === 1) {
        const payload = { path: `${at}/labels`, body: label };
        const act = () => call('POST', payload.path, label);
        const isUndoneBy: Deed['isUndoneBy'] = ({ method, path }) =>
          method === 'DELETE' && path === `${at}/labels/${name}`;
        return [{ ...common, isTold: false, apiName: 'http.requests.post', payload, act, isUndoneBy }];
      }
      await call('POST', `${at}/labels`, label);
      const payload = { path: `${at}/labels/${name}` };
      const isUndoneBy: Deed['isUndoneBy'] = ({ method, path, body }) =>
        method === 'POST' && path === `${at}/labels` && body.includes(`"${name}"`);
      return [
        { ...common, apiName: 'http.requests.delete', payload, act: () => call('DELETE', payload.path), isUndoneBy },
      ];
    },
    stop: async () => undefined,
  };
  return [onGitHub, onHttp];
}
