import type { Octokit } from '@octokit/rest';
import type { IrreversibleOperation, ResourceOperation } from '../resource/resource.js';
import { commentOperations } from './comment-operations.js';
import { gitOperations } from './git-operations.js';
import { irreversibleOperations } from './irreversible-operations.js';
import { issueOperations } from './issue-operations.js';
import { milestoneOperations } from './milestone.js';
import { pullOperations } from './pull.js';
import { releaseOperations } from './release-operations.js';
import { repositoryLabelOperations } from './repository-label.js';

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
];
