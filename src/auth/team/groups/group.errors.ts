import { DomainError } from '../../../platform/errors.js';

export const MOST_GROUPS = 100;

export const groupInUse = () =>
  new DomainError('conflict', 'group-in-use', 'A policy names this group. Change or delete that policy first.');

export const tooManyGroups = () =>
  new DomainError(
    'conflict',
    'too-many-groups',
    `An organization has at most ${MOST_GROUPS} groups. Remove one first.`,
  );
