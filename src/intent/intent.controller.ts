import { Controller, Get } from '@nestjs/common';
import { Access, Caller } from '../auth/access.decorator.js';
import type { Principal } from '../auth/principal.js';
import { Id } from '../platform/http/validation.pipe.js';
import { IntentService } from './intent.service.js';
import { OrganizationIntentService } from './organization-intent.service.js';

@Controller('sessions')
export class IntentController {
  constructor(
    private readonly intents: IntentService,
    private readonly organizations: OrganizationIntentService,
  ) {}

  @Get('intent/summary')
  @Access({ who: 'operator', plan: 'TEAM' })
  summarizeAll(@Caller() caller: Principal) {
    return this.organizations.summarize(caller);
  }

  @Get(':id/intent')
  @Access({ who: 'operator', plan: 'TEAM' })
  read(@Caller() caller: Principal, @Id('id', 'session') id: string) {
    return this.intents.read(caller, id);
  }

  @Get(':id/intent/summary')
  @Access({ who: 'operator', plan: 'TEAM' })
  summarize(@Caller() caller: Principal, @Id('id', 'session') id: string) {
    return this.intents.summarize(caller, id);
  }
}
