import { Module } from '@nestjs/common';
import { CredentialsController } from './credentials.controller.js';
import { CredentialsService } from './credentials.service.js';
import { KeyRing } from './key-ring.js';

@Module({
  controllers: [CredentialsController],
  providers: [CredentialsService, KeyRing],
  exports: [CredentialsService, KeyRing],
})
export class CredentialsModule {}
