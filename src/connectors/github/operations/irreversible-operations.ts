import { irreversible } from '../../resource/define.js';

export const irreversibleOperations = [
  irreversible(
    'github.pulls.merge',
    'EXECUTE',
    'Merged is merged. Compensation: a pull request that reverts it, as an action of its own.',
  ),
  irreversible(
    'github.pulls.createReview',
    'CREATE',
    'A submitted review stays. Compensation: pulls.dismissReview, as an action of its own.',
  ),
  irreversible(
    'github.pulls.submitReview',
    'EXECUTE',
    'A submitted review stays. Compensation: pulls.dismissReview, as an action of its own.',
  ),
  irreversible(
    'github.pulls.dismissReview',
    'UPDATE',
    'A dismissed review stays dismissed; its author can review again.',
  ),
  irreversible(
    'github.pulls.requestReviewers',
    'UPDATE',
    'Who was asked has been notified. Compensation: pulls.removeRequestedReviewers.',
  ),
  irreversible(
    'github.repos.delete',
    'DELETE',
    'Nothing holds a whole repository. GitHub itself may restore it for some weeks.',
  ),
  irreversible('github.repos.transfer', 'EXECUTE', 'Only the new owner can transfer it back.'),
  irreversible(
    'github.repos.update',
    'UPDATE',
    'Names, visibility and features of a repository touch forks, stars, links and hooks.',
  ),
  irreversible('github.repos.merge', 'EXECUTE', 'Merged is merged. Compensation: a commit that reverts it.'),
  irreversible(
    'github.repos.createForAuthenticatedUser',
    'CREATE',
    'Compensation: repos.delete, as an action of its own that needs an approval.',
  ),
  irreversible(
    'github.repos.createInOrg',
    'CREATE',
    'Compensation: repos.delete, as an action of its own that needs an approval.',
  ),
  irreversible(
    'github.repos.addCollaborator',
    'UPDATE',
    'The invitation has been sent. Compensation: repos.removeCollaborator.',
  ),
  irreversible('github.repos.removeCollaborator', 'DELETE', 'Forks of a private repository go with the access.'),
  irreversible(
    'github.repos.uploadReleaseAsset',
    'CREATE',
    'Compensation: repos.deleteReleaseAsset, as an action of its own.',
  ),
  irreversible('github.repos.deleteReleaseAsset', 'DELETE', 'The file is more than a precapture could hold.'),
  irreversible('github.repos.createDispatchEvent', 'EXECUTE', 'What it started has run.'),
  irreversible('github.repos.createCommitStatus', 'CREATE', 'A status is followed by others, never taken back.'),
  irreversible('github.repos.createWebhook', 'CREATE', 'Compensation: repos.deleteWebhook, as an action of its own.'),
  irreversible('github.repos.deleteWebhook', 'DELETE', 'Its secret cannot be read, so it cannot be created again.'),
  irreversible('github.issues.deleteMilestone', 'DELETE', 'Every issue loses it, and its number is not given again.'),
  irreversible(
    'github.actions.createWorkflowDispatch',
    'EXECUTE',
    'The workflow has run. Compensation: actions.cancelWorkflowRun while it does.',
  ),
  irreversible('github.actions.createOrUpdateRepoSecret', 'UPDATE', 'The former value cannot be read.'),
  irreversible('github.actions.deleteRepoSecret', 'DELETE', 'The value cannot be read.'),
  irreversible('github.activity.markNotificationsAsRead', 'UPDATE', 'No API marks them as unread.'),
];
