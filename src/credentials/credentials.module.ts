import { Module } from '@nestjs/common';
import { ConnectorChecksRepository } from './connector-checks.repository.js';
import { ConnectorHealthController } from './connector-health.controller.js';
import { ConnectorHealthService } from './connector-health.service.js';
import { CredentialsController } from './credentials.controller.js';
import { CredentialsService } from './credentials.service.js';
import { KeyRing } from './key-ring.js';
import { RootKeyCheck } from './root-key-check.js';
import { UndoTrialsService } from './undo-trials.service.js';

@Module({
  controllers: [ConnectorHealthController, CredentialsController],
  providers: [
    ConnectorChecksRepository,
    ConnectorHealthService,
    CredentialsService,
    KeyRing,
    RootKeyCheck,
    UndoTrialsService,
  ],
  exports: [CredentialsService, KeyRing],
})
export class CredentialsModule {}
