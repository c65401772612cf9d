import { Module } from '@nestjs/common';
import { AgentsService } from './agents.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

@Module({
  controllers: [SessionsController],
  providers: [AgentsService, SessionsService],
  exports: [AgentsService, SessionsService],
})
export class SessionsModule {}
