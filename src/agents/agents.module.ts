import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { RollbackModule } from '../rollback/rollback.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AgentSwitch } from './agent-switch.service.js';
import { AgentsController } from './agents.controller.js';
import { AgentsService } from './agents.service.js';

/** The admin module takes these routes. It is one of the nine agreed modules that hold routes. */
export const AGENT_ROUTES = [AgentsController];

@Module({
  imports: [ApprovalsModule, CallsModule, RollbackModule, SessionsModule],
  providers: [AgentsService, AgentSwitch],
  exports: [AgentsService, AgentSwitch],
})
export class AgentsModule {}
