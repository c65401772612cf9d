import type { Octokit } from '@octokit/rest';
import type { JsonObject } from '../connector.js';
import { argumentsOf } from '../resource/arguments.js';
import { type Address, type CreatableKind, IN_ITS_FIELDS, type ResourceKind } from '../resource/resource.js';
import { objectOf } from '../resource/response.js';
import { addressIn, listed, momentOf, PAGE, readIn, repositoryLabel } from './repository.js';

const requestPath = (address: Address) => `/repos/${repositoryLabel(address)}/issues/comments/${address.comment_id}`;

/** A comment on an issue or a pull request. */
export const comment: CreatableKind<Octokit> = {
  name: 'comment',
  others: IN_ITS_FIELDS,
  label: (address) => `comment ${address.comment_id} in ${repositoryLabel(address)}`,
  read: async (client, address) => {
    const found = await readIn(client, address, () => client.rest.issues.getComment(argumentsOf(address)));
    const reactions = Number(objectOf(found?.reactions).total_count ?? 0);
    return found && { fields: { ...fieldsOf(found), reactions, created_at: found.created_at ?? null } };
  },
  volatile: ['created_at'],
  createdAt: ({ created_at }) => momentOf(created_at),
  write: {
    describe: (address, fields) => `PATCH ${requestPath(address)} ${JSON.stringify(fields)}`,
    run: async (client, address, { body }) => {
      await client.rest.issues.updateComment(argumentsOf(address, { body }));
      return undefined;
    },
  },
  remove: {
    describe: (address) => `DELETE ${requestPath(address)}`,
    run: async (client, address) => {
      await client.rest.issues.deleteComment(argumentsOf(address));
      return undefined;
    },
  },
};

/** A comment that is to be deleted: made again it has another id and another time. */
export const commentToDelete: ResourceKind<Octokit> = {
  name: comment.name,
  label: comment.label,
  read: async (client, address) => {
    const reading = await comment.read(client, address);
    return (
      reading && { fields: { body: reading.fields.body ?? '', issue_number: reading.fields.issue_number ?? null } }
    );
  },
  recreate: {
    describe: (address, { issue_number }) => `POST /repos/${repositoryLabel(address)}/issues/${issue_number}/comments`,
    run: async (client, address, { body, issue_number }) => {
      const at = inIssue(address, issue_number);
      const { data } = await client.rest.issues.createComment(argumentsOf(at, { body }));
      return { owner: at.owner, repo: at.repo, comment_id: data.id };
    },
  },
  find: async (client, address, { body, issue_number }, since) => {
    const at = inIssue(address, issue_number);
    const page = { since: new Date(since).toISOString(), per_page: 100 };
    const found = await client.paginate(client.rest.issues.listComments, { ...at, ...page });
    const equal = listed(found).filter((one) => one.body === body && Date.parse(one.created_at) >= since);
    return equal.map(({ id }) => ({ owner: at.owner, repo: at.repo, comment_id: id }));
  },
};

/** The comments that changed since a moment. Null when there is more than one page. */
export async function commentsSince(
  { rest }: Octokit,
  payload: JsonObject,
  moment: number,
): Promise<readonly Address[] | null> {
  const at = addressIn(payload);
  const since = new Date(moment).toISOString();
  const { data } = await rest.issues.listComments(
    argumentsOf(at, { issue_number: payload.issue_number, since, ...PAGE }),
  );
  if (data.length === PAGE.per_page) return null;
  return listed(data).map(({ id }) => ({ ...at, comment_id: id }));
}

const inIssue = ({ owner, repo }: Address, issue_number: unknown) => ({
  owner: String(owner),
  repo: String(repo),
  issue_number: Number(issue_number),
});

function fieldsOf({ body, issue_url }: JsonObject): JsonObject {
  return { body: body ?? '', issue_number: Number(/\/(\d+)$/.exec(String(issue_url))?.[1] ?? 0) };
}
