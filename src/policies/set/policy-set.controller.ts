import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { ChangePoliciesDto, PolicySet } from './policy-set.dto.js';
import { PolicySetService } from './policy-set.service.js';

@Controller('policies')
export class PolicySetController {
  constructor(private readonly set: PolicySetService) {}

  @Get('state')
  @Access({ may: 'read-policies', plan: 'TEAM' })
  @Answers('Read all policies and their state', PolicySet)
  read(@Caller() caller: Principal) {
    return this.set.read(caller);
  }

  @Post('changes')
  @HttpCode(200)
  @Access({ may: 'manage-policies', plan: 'TEAM' })
  @Answers(
    'Change several policies together',
    PolicySet,
    'policies-changed',
    'too-many-policies',
    'conflict',
    'not-found',
  )
  change(@Caller() caller: Principal, @Body() body: ChangePoliciesDto) {
    return this.set.change(caller, body);
  }
}
