import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ApprovalCards } from './approval-card.js';
import { ApprovalReads } from './approval-reads.js';
import { ApprovalsController } from './approvals.controller.js';
import { ApprovalsRepository } from './approvals.repository.js';
import { ApprovalsService } from './approvals.service.js';
import { DecisionsService } from './decisions.service.js';
import { ExpiryJob } from './expiry.job.js';
import { GrantsController } from './grants.controller.js';
import { GrantsRepository } from './grants.repository.js';
import { GrantsService } from './grants.service.js';
import { PausedCallsJob } from './paused-calls.job.js';
import { PausedCalls } from './paused-calls.service.js';
import { WaitingRoom } from './waiting-room.js';

@Module({
  imports: [ActionsModule, PoliciesModule, SessionsModule],
  // What is called by name comes before what is called by any id.
  controllers: [GrantsController, ApprovalsController],
  providers: [
    ApprovalCards,
    ApprovalReads,
    ApprovalsRepository,
    ApprovalsService,
    DecisionsService,
    ExpiryJob,
    GrantsRepository,
    GrantsService,
    PausedCalls,
    PausedCallsJob,
    WaitingRoom,
  ],
  exports: [DecisionsService, GrantsService, PausedCalls],
})
export class ApprovalsModule {}
