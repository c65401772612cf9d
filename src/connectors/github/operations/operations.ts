import type { Octokit } from '@octokit/rest';
import type { IrreversibleOperation, ResourceOperation } from '../../resource/resource.js';
import { milestoneOperations } from '../milestone.js';
import { pullOperations } from '../pull.js';
import { repositoryLabelOperations } from '../repository-label.js';
import { commentOperations } from './comment-operations.js';
import { gitOperations } from './git-operations.js';
import { irreversibleOperations } from './irreversible-operations.js';
import { issueOperations } from './issue-operations.js';
import { readOperations } from './read-operations.js';
import { releaseOperations } from './release-operations.js';

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
