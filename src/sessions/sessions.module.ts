import { Module } from '@nestjs/common';
import { IdleJob } from './idle.job.js';
import { KnownAgents } from './known-agents.js';
import { PausedAgents } from './paused-agents.js';
import { SessionLists } from './search/session-lists.js';
import { SessionLocks } from './session-locks.js';
import { SessionRollbacks } from './session-rollbacks.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  controllers: [SessionsController],
  providers: [IdleJob, KnownAgents, PausedAgents, SessionLists, SessionLocks, SessionRollbacks, SessionsService],
  exports: [KnownAgents, SessionLists, SessionLocks, SessionRollbacks, SessionsService],
})
export class SessionsModule {}
