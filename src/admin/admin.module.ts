import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { AGENT_ROUTES, AgentsModule } from '../agents/agents.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { DashboardModule } from '../dashboard/dashboard.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { RollbackModule } from '../rollback/rollback.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { AttentionController } from './attention/attention.controller.js';
import { AttentionService } from './attention/attention.service.js';
import { AuditLogsController } from './audit-logs.controller.js';
import { DeletionController } from './erasure/deletion.controller.js';
import { DeletionService } from './erasure/deletion.service.js';
import { ErasureJob } from './erasure/erasure.job.js';
import { ErasureService } from './erasure/erasure.service.js';
import { FrontPageController } from './front-page.controller.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';
import { RetentionJob } from './retention/retention.job.js';
import { Retention } from './retention/retention.js';
import { SdkPackageController } from './sdk-package/sdk-package.controller.js';
import { SimulationController } from './simulation/simulation.controller.js';
import { SimulationService } from './simulation/simulation.service.js';

@Module({
  imports: [
    ActionsModule,
    AgentsModule,
    ApprovalsModule,
    BillingModule,
    CredentialsModule,
    DashboardModule,
    PoliciesModule,
    RollbackModule,
    SessionsModule,
  ],
  controllers: [
    ...AGENT_ROUTES,
    ApiKeysController,
    AttentionController,
    AuditLogsController,
    DeletionController,
    FrontPageController,
    HealthController,
    MeController,
    SdkPackageController,
    SimulationController,
  ],
  providers: [
    AttentionService,
    DeletionService,
    ErasureJob,
    ErasureService,
    MeService,
    Readiness,
    Retention,
    RetentionJob,
    SimulationService,
  ],
})
export class AdminModule {}
