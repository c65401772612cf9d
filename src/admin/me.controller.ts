import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access.decorator.js';
import type { Principal } from '../auth/principal.js';
import { PageQuery } from '../platform/http/page.dto.js';
import { ChangeMeDto } from './admin.dto.js';
import { MeService } from './me.service.js';

@Controller()
export class MeController {
  constructor(private readonly me: MeService) {}

  @Get('me')
  @Access({ who: 'operator', plan: 'FREE' })
  get(@Caller() caller: Principal) {
    return this.me.get(caller);
  }

  @Patch('me')
  @Access({ who: 'operator', plan: 'FREE' })
  rename(@Caller() caller: Principal, @Body() body: ChangeMeDto) {
    return this.me.rename(caller, body.name);
  }

  @Get('team/members')
  @Access({ who: 'operator', plan: 'TEAM' })
  team(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.me.team(caller, query);
  }
}
