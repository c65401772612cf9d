import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AgentsController } from './agents.controller.js';
import { ApiKeysController } from './api-keys.controller.js';
import { HealthController } from './health.controller.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';

@Module({
  imports: [ActionsModule, SessionsModule],
  controllers: [AgentsController, ApiKeysController, HealthController, MeController],
  providers: [MeService],
})
export class AdminModule {}
