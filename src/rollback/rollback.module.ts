import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AgentRollbackRepository } from './agent-rollback.repository.js';
import { AgentRollbackService } from './agent-rollback.service.js';
import { DirtyController } from './dirty.controller.js';
import { DirtyService } from './dirty.service.js';
import { PurgeController } from './purge.controller.js';
import { PurgeService } from './purge.service.js';
import { RollbackController } from './rollback.controller.js';
import { RollbackEngine } from './rollback.engine.js';
import { RollbackJob } from './rollback.job.js';
import { RollbackRepository } from './rollback.repository.js';
import { RollbackService } from './rollback.service.js';
import { SameResource } from './same-resource.service.js';

@Module({
  imports: [ActionsModule, ApprovalsModule, CredentialsModule, SessionsModule],
  controllers: [DirtyController, PurgeController, RollbackController],
  providers: [
    AgentRollbackRepository,
    AgentRollbackService,
    DirtyService,
    PurgeService,
    RollbackEngine,
    RollbackJob,
    RollbackRepository,
    RollbackService,
    SameResource,
  ],
  exports: [AgentRollbackService, RollbackService],
})
export class RollbackModule {}
