import { Body, Controller, Get, Put } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { RedactionSettings, RedactionSettingsDto } from './redaction.dto.js';
import { RedactionSettingsService } from './redaction-settings.service.js';

@Controller('settings/redaction')
export class RedactionController {
  constructor(private readonly settings: RedactionSettingsService) {}

  @Get()
  @Access({ may: 'read-redaction', plan: 'TEAM' })
  @Answers('Read the redaction rules', RedactionSettings)
  read(@Caller() caller: Principal) {
    return this.settings.read(caller);
  }

  @Put()
  @Access({ may: 'manage-redaction', plan: 'TEAM' })
  @Answers('Change the redaction rules', RedactionSettings)
  change(@Caller() caller: Principal, @Body() body: RedactionSettingsDto) {
    return this.settings.change(caller, body);
  }
}
