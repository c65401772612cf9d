import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AgentRollbackRepository } from './agent-rollback.repository.js';
import { AgentRollbackService } from './agent-rollback.service.js';
import { RollbackController } from './rollback.controller.js';
import { RollbackEngine } from './rollback.engine.js';
import { RollbackJob } from './rollback.job.js';
import { RollbackRepository } from './rollback.repository.js';
import { RollbackService } from './rollback.service.js';

@Module({
  imports: [ApprovalsModule, CredentialsModule, SessionsModule],
  controllers: [RollbackController],
  providers: [
    AgentRollbackRepository,
    AgentRollbackService,
    RollbackEngine,
    RollbackJob,
    RollbackRepository,
    RollbackService,
  ],
  exports: [AgentRollbackService],
})
export class RollbackModule {}
