import { Module } from '@nestjs/common';
import { AgentsService } from './agents.service.js';
import { IdleJob } from './idle.job.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  controllers: [SessionsController],
  providers: [AgentsService, IdleJob, SessionsService],
  exports: [AgentsService, SessionsService],
})
export class SessionsModule {}
