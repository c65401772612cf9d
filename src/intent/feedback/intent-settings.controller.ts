import { Body, Controller, Get, Put } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { IntentSettings, IntentSettingsDto } from './feedback.dto.js';
import { IntentSettingsService } from './intent-settings.service.js';

@Controller('settings/intent')
export class IntentSettingsController {
  constructor(private readonly settings: IntentSettingsService) {}

  @Get()
  @Access({ may: 'manage-intent', plan: 'TEAM' })
  @Answers('Read the alarm budget', IntentSettings)
  read(@Caller() caller: Principal) {
    return this.settings.read(caller);
  }

  @Put()
  @Access({ may: 'manage-intent', plan: 'TEAM' })
  @Answers('Change the alarm budget', IntentSettings)
  change(@Caller() caller: Principal, @Body() body: IntentSettingsDto) {
    return this.settings.change(caller, body);
  }
}
