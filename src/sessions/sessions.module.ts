import { Module } from '@nestjs/common';
import { AgentsService } from './agents.service.js';
import { IdleJob } from './idle.job.js';
import { SessionLocks } from './session-locks.js';
import { SessionRollbacks } from './session-rollbacks.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  controllers: [SessionsController],
  providers: [AgentsService, IdleJob, SessionLocks, SessionRollbacks, SessionsService],
  exports: [AgentsService, SessionLocks, SessionRollbacks, SessionsService],
})
export class SessionsModule {}
