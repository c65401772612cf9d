import { objectSchema, reading } from '../../resource/define.js';

const text = { type: 'string' };
const name = { type: 'string', minLength: 1 };
const number = { type: 'integer', minimum: 1 };
const repository = { owner: name, repo: name };
const page = { per_page: { type: 'integer', minimum: 1, maximum: 100 }, page: number };
const order = { sort: text, direction: { enum: ['asc', 'desc'] } };

const of = (apiName: string, required: object = {}, optional: object = {}, notes: string | null = null) =>
  reading(
    `github.${apiName}`,
    objectSchema([...Object.keys(repository), ...Object.keys(required)], { ...repository, ...required, ...optional }),
    notes,
  );
const search = (what: string) =>
  reading(
    `github.search.${what}`,
    objectSchema(['q'], { q: name, ...page, sort: text, order: { enum: ['asc', 'desc'] } }),
    'By the query language of GitHub, over all that the token reaches.',
  );

/** The reads of repositories, issues and pull requests. */
export const readOperations = [
  of('repos.get'),
  reading(
    'github.repos.listForAuthenticatedUser',
    objectSchema([], { ...page, ...order, visibility: text, affiliation: text }),
  ),
  of('repos.getContent', { path: text }, { ref: text }, 'A file, its content in Base64, or the list of a directory.'),
  of('repos.listCommits', {}, { ...page, sha: text, path: text, author: text, since: text, until: text }),
  of('repos.listBranches', {}, page),
  of('repos.listReleases', {}, page),
  of('git.getRef', { ref: name }),
  of('issues.get', { issue_number: number }),
  of(
    'issues.listForRepo',
    {},
    {
      ...{ ...page, ...order, state: { enum: ['open', 'closed', 'all'] }, labels: text, assignee: text },
      ...{ creator: text, mentioned: text, milestone: text, since: text },
    },
  ),
  of('issues.listComments', { issue_number: number }, { ...page, since: text }),
  of('issues.listLabelsForRepo', {}, page),
  of('issues.listMilestones', {}, { ...page, ...order, state: { enum: ['open', 'closed', 'all'] } }),
  of('pulls.get', { pull_number: number }),
  of('pulls.list', {}, { ...page, ...order, state: { enum: ['open', 'closed', 'all'] }, head: text, base: text }),
  of('pulls.listFiles', { pull_number: number }, page),
  search('issuesAndPullRequests'),
  search('code'),
  search('repos'),
];
