import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { RedactionModule } from '../redaction/redaction.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ChosenCalls } from './chosen-calls.js';
import { DirtyController } from './dirty/dirty.controller.js';
import { DirtyService } from './dirty/dirty.service.js';
import { KeptContents } from './engine/kept-contents.js';
import { RollbackEngine } from './engine/rollback.engine.js';
import { RollbackJob } from './engine/rollback.job.js';
import { SameResource } from './engine/same-resource.service.js';
import { UncertainCalls } from './engine/uncertain-calls.service.js';
import { CallErasureController } from './erasing/call-erasure.controller.js';
import { CallErasureService } from './erasing/call-erasure.service.js';
import { AgentRollbackRepository } from './of-agent/agent-rollback.repository.js';
import { AgentRollbackService } from './of-agent/agent-rollback.service.js';
import { PurgeController } from './purge.controller.js';
import { PurgeService } from './purge.service.js';
import { RevertController } from './revert/revert.controller.js';
import { RevertRepository } from './revert/revert.repository.js';
import { RevertService } from './revert/revert.service.js';
import { RollbackController } from './rollback.controller.js';
import { RollbackRepository } from './rollback.repository.js';
import { RollbackService } from './rollback.service.js';
import { SessionRemoval } from './session-removal.js';
import { SettlementController } from './settlement/settlement.controller.js';
import { SettlementService } from './settlement/settlement.service.js';

@Module({
  imports: [ActionsModule, ApprovalsModule, CallsModule, CredentialsModule, RedactionModule, SessionsModule],
  controllers: [
    CallErasureController,
    DirtyController,
    PurgeController,
    RevertController,
    RollbackController,
    SettlementController,
  ],
  providers: [
    AgentRollbackRepository,
    AgentRollbackService,
    CallErasureService,
    ChosenCalls,
    DirtyService,
    KeptContents,
    PurgeService,
    RevertRepository,
    RevertService,
    RollbackEngine,
    RollbackJob,
    RollbackRepository,
    RollbackService,
    SameResource,
    SessionRemoval,
    SettlementService,
    UncertainCalls,
  ],
  exports: [AgentRollbackService, DirtyService, RollbackService, SessionRemoval],
})
export class RollbackModule {}
