import { Controller, Get } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { listOf } from '../../platform/http/shape.js';
import { PolicySuggestion } from './advice.dto.js';
import { AdviceService } from './advice.service.js';

@Controller('policies/advice')
export class AdviceController {
  constructor(private readonly advice: AdviceService) {}

  @Get()
  @Access({ may: 'read-policies', plan: 'TEAM', limit: { count: 30, seconds: 60 } })
  @Answers('Suggest policies from past calls and decisions', listOf(PolicySuggestion))
  read(@Caller() caller: Principal) {
    return this.advice.read(caller);
  }
}
