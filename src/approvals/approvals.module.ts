import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { RedactionModule } from '../redaction/redaction.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ApprovalsController } from './approvals.controller.js';
import { ApprovalsRepository } from './approvals.repository.js';
import { ApprovalsService } from './approvals.service.js';
import { Approvers } from './approvers/approvers.service.js';
import { ApprovalCards } from './card/approval-card.js';
import { DecisionTransactions } from './decisions/decision-transactions.js';
import { DecisionsService } from './decisions/decisions.service.js';
import { ExpiryJob } from './decisions/expiry.job.js';
import { ExpiryService } from './decisions/expiry.service.js';
import { PausedCallsJob } from './decisions/paused-calls.job.js';
import { PausedCalls } from './decisions/paused-calls.service.js';
import { SeveralDecisions } from './decisions/several-decisions.js';
import { WithdrawalService } from './decisions/withdrawal.service.js';
import { GrantsController } from './grants/grants.controller.js';
import { GrantsRepository } from './grants/grants.repository.js';
import { GrantsService } from './grants/grants.service.js';
import { HandoverController } from './handover/handover.controller.js';
import { HandoverService } from './handover/handover.service.js';
import { ApprovalLists } from './listing/approval-lists.js';
import { ApprovalReads } from './waiting/approval-reads.js';
import { DecisionWaits } from './waiting/decision-waits.js';

@Module({
  imports: [ActionsModule, PoliciesModule, RedactionModule, SessionsModule],
  // Routes with a fixed name come before routes with an id.
  controllers: [GrantsController, ApprovalsController, HandoverController],
  providers: [
    ApprovalCards,
    ApprovalLists,
    ApprovalReads,
    ApprovalsRepository,
    ApprovalsService,
    Approvers,
    DecisionsService,
    DecisionTransactions,
    ExpiryJob,
    ExpiryService,
    GrantsRepository,
    GrantsService,
    HandoverService,
    PausedCalls,
    PausedCallsJob,
    SeveralDecisions,
    WithdrawalService,
    DecisionWaits,
  ],
  exports: [DecisionsService, GrantsService, PausedCalls],
})
export class ApprovalsModule {}
