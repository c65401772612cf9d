import type { Octokit } from '@octokit/rest';
import { methodAt, refuseMembers } from '../../resource/performing.js';
import type { IrreversibleOperation, Performing, ResourceOperation } from '../../resource/resource.js';
import { milestoneOperations } from '../milestone.js';
import { pullOperations } from '../pull.js';
import { repositoryLabelOperations } from '../repository-label.js';
import { commentOperations } from './comment-operations.js';
import { gitOperations } from './git-operations.js';
import { irreversibleOperations } from './irreversible-operations.js';
import { issueOperations } from './issue-operations.js';
import { readOperations } from './read-operations.js';
import { releaseOperations } from './release-operations.js';

/** GitHub's client would send another request than that of the operation if a payload had these members. */
const OF_THE_REQUEST = ['baseUrl', 'data', 'headers', 'mediaType', 'method', 'request', 'url'];

/** The headers that distinguish an answer from every other one; the date is compared with GitHub's events. */
const MARKS = ['date', 'etag', 'x-github-request-id'];

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
}

/** GitHub knows no idempotency keys. */
export const performing: Performing<Octokit> = {
  isKeyed: false,
  call: async (client, path, payload) => {
    refuseMembers(payload, OF_THE_REQUEST);
    const { status, headers, data } = (await methodAt(client.rest, path)(payload)) as Answer;
    const marks = Object.entries(headers).filter(([name]) => MARKS.includes(name));
    return { status, headers: Object.fromEntries(marks), data };
  },
};

/** The sentences that describe calls, by operation without the name of the connector (src/connectors/summary). */
export const summaries: Readonly<Record<string, string>> = {
  'issues.update': 'Update issue {owner}/{repo}#{issue_number}[: {*:changes}]',
  'issues.create': 'Create issue in {owner}/{repo}: {title:text}',
  'issues.addLabels': 'Label {owner}/{repo}#{issue_number}: add {labels:text}',
  'issues.removeLabel': 'Remove label {name} from {owner}/{repo}#{issue_number}',
  'issues.setLabels': 'Label {owner}/{repo}#{issue_number}: only {labels:text}',
  'issues.removeAllLabels': 'Remove all labels from {owner}/{repo}#{issue_number}',
  'issues.addAssignees': 'Assign {owner}/{repo}#{issue_number}: add {assignees}',
  'issues.removeAssignees': 'Assign {owner}/{repo}#{issue_number}: remove {assignees}',
  'issues.lock': 'Lock {owner}/{repo}#{issue_number}[ as {lock_reason}]',
  'issues.unlock': 'Unlock {owner}/{repo}#{issue_number}',
  'issues.createComment': 'Comment on {owner}/{repo}#{issue_number}: {body:text}',
  'issues.updateComment': 'Edit comment {comment_id} in {owner}/{repo}: {body:text}',
  'issues.deleteComment': 'Delete comment {comment_id} in {owner}/{repo}',
  'repos.createOrUpdateFileContents':
    'Write file {path} in {owner}/{repo}[ on {branch}]: {message:text} {content:text}',
  'repos.deleteFile': 'Delete file {path} ({sha}) in {owner}/{repo}[ on {branch}]: {message:text}',
  'git.createRef': 'Create {ref} in {owner}/{repo} at {sha}',
  'git.updateRef': 'Move {ref} in {owner}/{repo} to {sha}',
  'git.deleteRef': 'Delete {ref} in {owner}/{repo}',
  'pulls.update': 'Update pull request {owner}/{repo}#{pull_number}[: {*:changes}]',
  'pulls.create': 'Open pull request in {owner}/{repo}: {head} into {base}[: {title:text}]',
  'repos.createRelease': 'Release {tag_name} of {owner}/{repo}[: {name:text}]',
  'repos.updateRelease': 'Update release {release_id} of {owner}/{repo}[: {*:changes}]',
  'repos.deleteRelease': 'Delete release {release_id} of {owner}/{repo}',
  'issues.createMilestone': 'Create milestone in {owner}/{repo}: {title:text}',
  'issues.updateMilestone': 'Update milestone {milestone_number} of {owner}/{repo}[: {*:changes}]',
  'issues.createLabel': 'Create label {name} in {owner}/{repo}',
  'issues.updateLabel': 'Update label {name} in {owner}/{repo}[: {*:changes}]',
  'issues.deleteLabel': 'Delete label {name} in {owner}/{repo}',
  'pulls.merge': 'Merge pull request {owner}/{repo}#{pull_number}[ by {merge_method}]',
  'pulls.createReview': 'Review {owner}/{repo}#{pull_number}[: {event}][: {body:text}]',
  'pulls.submitReview': 'Submit review {review_id} of {owner}/{repo}#{pull_number}[: {event}]',
  'pulls.dismissReview': 'Dismiss review {review_id} of {owner}/{repo}#{pull_number}[: {message:text}]',
  'pulls.requestReviewers': 'Ask {reviewers|team_reviewers} to review {owner}/{repo}#{pull_number}',
  'repos.delete': 'Delete repository {owner}/{repo}',
  'repos.transfer': 'Transfer repository {owner}/{repo} to {new_owner}',
  'repos.update': 'Change settings of {owner}/{repo}[: {*:changes}]',
  'repos.merge': 'Merge {head} into {base} in {owner}/{repo}',
  'repos.createForAuthenticatedUser': 'Create repository {name}[: {*:text}]',
  'repos.createInOrg': 'Create repository {name} in {org}[: {*:text}]',
  'repos.addCollaborator': 'Give {username} access to {owner}/{repo}[: {permission}]',
  'repos.removeCollaborator': 'Remove {username} from {owner}/{repo}',
  'repos.uploadReleaseAsset': 'Upload {name} to release {release_id} of {owner}/{repo}',
  'repos.deleteReleaseAsset': 'Delete release asset {asset_id} of {owner}/{repo}',
  'repos.createDispatchEvent': 'Send event {event_type} to {owner}/{repo}',
  'repos.createCommitStatus': 'Set status of {sha} in {owner}/{repo} to {state}[ for {context}]',
  'repos.createWebhook': 'Create webhook in {owner}/{repo}[ to {config.url}]',
  'repos.deleteWebhook': 'Delete webhook {hook_id} of {owner}/{repo}',
  'issues.deleteMilestone': 'Delete milestone {milestone_number} of {owner}/{repo}',
  'actions.createWorkflowDispatch': 'Run workflow {workflow_id} of {owner}/{repo}[ on {ref}]',
  'actions.createOrUpdateRepoSecret': 'Set secret {secret_name} of {owner}/{repo}',
  'actions.deleteRepoSecret': 'Delete secret {secret_name} of {owner}/{repo}',
  'activity.markNotificationsAsRead': 'Mark all notifications as read',
};

const undone = [
  issueOperations,
  commentOperations,
  gitOperations,
  pullOperations,
  releaseOperations,
  milestoneOperations,
  repositoryLabelOperations,
];

export const operations: readonly (ResourceOperation<Octokit> | IrreversibleOperation)[] = [
  ...undone.flat(),
  ...irreversibleOperations,
  ...readOperations,
];
