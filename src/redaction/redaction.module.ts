import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { Redactions } from './redactions.service.js';
import { RedactionController } from './settings/redaction.controller.js';
import { RedactionSettingsService } from './settings/redaction-settings.service.js';

@Module({
  imports: [CredentialsModule],
  controllers: [RedactionController],
  providers: [Redactions, RedactionSettingsService],
  exports: [Redactions],
})
export class RedactionModule {}
