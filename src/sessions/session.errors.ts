import { DomainError } from '../platform/errors.js';

export const agentPaused = (agent: string) =>
  new DomainError(
    'forbidden',
    'agent-paused',
    `The agent "${agent}" is paused by an operator: it may not start anything until it is resumed.`,
  );

export const sessionNotOpen = () =>
  new DomainError('invalid', 'session-not-open', 'Only an active or abandoned session can be completed.');

export const sessionRollingBack = () =>
  new DomainError('conflict', 'session-rolling-back', 'The session is being rolled back.');

export const callsOpen = () =>
  new DomainError('conflict', 'calls-open', 'The service performs a call of the session that has no outcome yet.');
