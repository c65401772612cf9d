import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { RollbackModule } from '../rollback/rollback.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { McpEndpoint } from './endpoint/mcp-endpoint.service.js';
import { McpController } from './mcp.controller.js';
import { McpServers } from './mcp-server.service.js';
import { McpSessions } from './sessions/mcp-sessions.service.js';
import { TaskCalls } from './tasks/task-calls.service.js';
import { TaskMethods } from './tasks/task-methods.service.js';
import { DiscoveredTools } from './tools/discovered-tools.service.js';
import { OfferedTools } from './tools/offered-tools.service.js';
import { ToolCalls } from './tools/tool-calls.service.js';

@Module({
  imports: [ActionsModule, CallsModule, CredentialsModule, PoliciesModule, RollbackModule, SessionsModule],
  controllers: [McpController],
  providers: [McpEndpoint, McpServers, McpSessions, DiscoveredTools, OfferedTools, TaskCalls, TaskMethods, ToolCalls],
})
export class McpModule {}
