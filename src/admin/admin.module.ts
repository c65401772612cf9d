import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AgentsController } from './agents.controller.js';
import { ApiKeysController } from './api-keys.controller.js';
import { AuditLogsController } from './audit-logs.controller.js';
import { HealthController } from './health.controller.js';

@Module({
  imports: [SessionsModule],
  controllers: [AgentsController, ApiKeysController, AuditLogsController, HealthController],
})
export class AdminModule {}
