import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AgentsController } from './agents.controller.js';
import { ApiKeysController } from './api-keys.controller.js';
import { AuditLogsController } from './audit-logs.controller.js';
import { HealthController } from './health.controller.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';
import { SimulationController } from './simulation.controller.js';
import { SimulationService } from './simulation.service.js';

@Module({
  imports: [ActionsModule, PoliciesModule, SessionsModule],
  controllers: [
    AgentsController,
    ApiKeysController,
    AuditLogsController,
    HealthController,
    MeController,
    SimulationController,
  ],
  providers: [MeService, SimulationService],
})
export class AdminModule {}
