import { Body, Controller, Get, Put } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { PolicySettings, PolicySettingsDto } from './policy-settings.dto.js';
import { PolicySettingsService } from './policy-settings.service.js';

@Controller('settings/policies')
export class PolicySettingsController {
  constructor(private readonly settings: PolicySettingsService) {}

  @Get()
  @Access({ may: 'read-policies', plan: 'TEAM' })
  @Answers('Read the default for calls that no policy matches', PolicySettings)
  read(@Caller() caller: Principal) {
    return this.settings.read(caller);
  }

  @Put()
  @Access({ may: 'manage-policies', plan: 'TEAM' })
  @Answers('Change the default for calls that no policy matches', PolicySettings)
  change(@Caller() caller: Principal, @Body() body: PolicySettingsDto) {
    return this.settings.change(caller, body);
  }
}
