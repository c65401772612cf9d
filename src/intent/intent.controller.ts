import { Controller, Get } from '@nestjs/common';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import { OrganizationIntent, SessionIntent, SessionIntentSummary } from './intent.dto.js';
import { IntentService } from './intent.service.js';
import { OrganizationIntentService } from './organization-intent.service.js';

@Controller('sessions')
export class IntentController {
  constructor(
    private readonly intents: IntentService,
    private readonly organizations: OrganizationIntentService,
  ) {}

  @Get('intent/summary')
  @Access({ may: 'read-sessions', plan: 'TEAM' })
  @Answers('Read a summary of intent for all sessions', OrganizationIntent)
  summarizeAll(@Caller() caller: Principal) {
    return this.organizations.summarize(caller);
  }

  @Get(':id/intent')
  @Access({ may: 'read-sessions', plan: 'TEAM' })
  @Answers('Read how a session follows its intent', SessionIntent)
  read(@Caller() caller: Principal, @Id('id', 'session') id: string) {
    return this.intents.read(caller, id);
  }

  @Get(':id/intent/summary')
  @Access({ may: 'read-sessions', plan: 'TEAM' })
  @Answers("Read a summary of a session's intent", SessionIntentSummary)
  summarize(@Caller() caller: Principal, @Id('id', 'session') id: string) {
    return this.intents.summarize(caller, id);
  }
}
