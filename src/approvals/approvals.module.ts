import { Module } from '@nestjs/common';
import { PoliciesModule } from '../policies/policies.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ApprovalCards } from './approval-card.js';
import { ApprovalsController } from './approvals.controller.js';
import { ApprovalsRepository } from './approvals.repository.js';
import { ApprovalsService } from './approvals.service.js';
import { DecisionsService } from './decisions.service.js';
import { ExpiryJob } from './expiry.job.js';
import { WaitingRoom } from './waiting-room.js';

@Module({
  imports: [PoliciesModule, SessionsModule],
  controllers: [ApprovalsController],
  providers: [ApprovalCards, ApprovalsRepository, ApprovalsService, DecisionsService, ExpiryJob, WaitingRoom],
  exports: [DecisionsService],
})
export class ApprovalsModule {}
