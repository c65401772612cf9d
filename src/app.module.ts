import { fileURLToPath } from 'node:url';
import { type DynamicModule, Module } from '@nestjs/common';
import { ThrottlerModule, type ThrottlerStorage } from '@nestjs/throttler';
import type { Logger } from 'pino';
import { ActionsModule } from './actions/actions.module.js';
import { AdminModule } from './admin/admin.module.js';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BillingModule } from './billing/billing.module.js';
import { CallsModule } from './calls/calls.module.js';
import { Config } from './config/config.js';
import { CONNECTORS } from './connectors/all.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { DashboardModule } from './dashboard/dashboard.module.js';
import { EventsModule } from './events/events.module.js';
import { IntentModule } from './intent/intent.module.js';
import { IsolationModule } from './isolation/isolation.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { Draining } from './platform/draining.js';
import { FixedWindows } from './platform/limits/fixed-windows.js';
import { FrameworkLogger } from './platform/logging/framework-logger.js';
import { PinoLogger } from './platform/logging/pino-logger.js';
import { TelemetryModule } from './platform/telemetry/telemetry.module.js';
import { PoliciesModule } from './policies/policies.module.js';
import { RedactionModule } from './redaction/redaction.module.js';
import { RegistryModule } from './registry/registry.module.js';
import { RollbackModule } from './rollback/rollback.module.js';
import { SessionsModule } from './sessions/sessions.module.js';

/** `src/interpreter.ts`, beside this file once it is built. */
const INTERPRETER = fileURLToPath(new URL('./interpreter.js', import.meta.url));

@Module({})
export class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        {
          module: class ConfigModule {},
          global: true,
          providers: [{ provide: Config, useValue: config }, { provide: PinoLogger, useValue: logger }, Draining],
          exports: [Config, PinoLogger, Draining],
        },
        {
          ...ThrottlerModule.forRootAsync({
            inject: [Config, PinoLogger],
            useFactory: async (config: Config, logger: PinoLogger) => ({
              throttlers: [],
              storage: await windowsOf(config, logger),
            }),
          }),
          global: true,
        },
        TelemetryModule,
        DatabaseModule,
        AuditModule,
        AuthModule,
        RegistryModule.with(CONNECTORS),
        IsolationModule.with(INTERPRETER),
        SessionsModule,
        PoliciesModule,
        CredentialsModule,
        BillingModule,
        RedactionModule,
        ActionsModule,
        ApprovalsModule,
        IntentModule,
        CallsModule,
        RollbackModule,
        EventsModule,
        MetricsModule,
        AdminModule,
        McpModule,
        OpenApiModule,
        DashboardModule,
      ],
      providers: [FrameworkLogger],
    };
  }
}

/** The client of Redis is loaded only when there is one. */
async function windowsOf({ redisUrl }: Config, logger: PinoLogger): Promise<ThrottlerStorage> {
  if (!redisUrl) return new FixedWindows();
  const { SharedWindows } = await import('./platform/limits/shared-windows.js');
  return new SharedWindows(redisUrl, new FixedWindows(), logger);
}
