import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { PageQuery } from '../platform/http/input/page.dto.js';
import { listOf } from '../platform/http/shape.js';
import { ChangeMeDto, Me, Member } from './admin.dto.js';
import { MeService } from './me.service.js';

@Controller()
export class MeController {
  constructor(private readonly me: MeService) {}

  @Get('me')
  @Access({ may: 'manage-own-account', plan: 'FREE' })
  @Answers('Read your account', Me)
  get(@Caller() caller: Principal) {
    return this.me.get(caller);
  }

  @Patch('me')
  @Access({ may: 'manage-own-account', plan: 'FREE' })
  @Answers('Change your name', Me)
  rename(@Caller() caller: Principal, @Body() body: ChangeMeDto) {
    return this.me.rename(caller, body.name);
  }

  @Get('team/members')
  @Access({ may: 'read-members', plan: 'TEAM' })
  @Answers('List the members of the organization', listOf(Member))
  team(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.me.team(caller, query);
  }
}
