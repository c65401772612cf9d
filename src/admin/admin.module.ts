import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { RollbackModule } from '../rollback/rollback.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AgentsController } from './agents.controller.js';
import { ApiKeysController } from './api-keys.controller.js';
import { DeletionController } from './deletion.controller.js';
import { DeletionService } from './deletion.service.js';
import { ErasureJob } from './erasure.job.js';
import { ErasureService } from './erasure.service.js';
import { HealthController } from './health.controller.js';

@Module({
  imports: [CredentialsModule, RollbackModule, SessionsModule],
  controllers: [AgentsController, ApiKeysController, DeletionController, HealthController],
  providers: [DeletionService, ErasureJob, ErasureService],
})
export class AdminModule {}
