import { Module } from '@nestjs/common';
import { PoliciesModule } from '../policies/policies.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ApprovalsController } from './approvals.controller.js';
import { ApprovalsRepository } from './approvals.repository.js';
import { ApprovalsService } from './approvals.service.js';
import { DecisionsService } from './decisions.service.js';
import { ExpiryJob } from './expiry.job.js';
import { PausedCallsJob } from './paused-calls.job.js';
import { PausedCalls } from './paused-calls.service.js';
import { WaitingRoom } from './waiting-room.js';

@Module({
  imports: [PoliciesModule, SessionsModule],
  controllers: [ApprovalsController],
  providers: [
    ApprovalsRepository,
    ApprovalsService,
    DecisionsService,
    ExpiryJob,
    PausedCalls,
    PausedCallsJob,
    WaitingRoom,
  ],
  exports: [DecisionsService, PausedCalls],
})
export class ApprovalsModule {}
