import { Controller, Delete, Get, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access.decorator.js';
import type { Principal } from '../auth/principal.js';
import { PageQuery } from '../platform/http/page.dto.js';
import { Id } from '../platform/http/validation.pipe.js';
import { GrantsService } from './grants.service.js';

const OPERATOR_PRO = { who: 'operator', plan: 'PRO' } as const;

@Controller('approvals/grants')
export class GrantsController {
  constructor(private readonly grants: GrantsService) {}

  @Get()
  @Access(OPERATOR_PRO)
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.grants.list(caller, query);
  }

  @Delete(':id')
  @Access(OPERATOR_PRO)
  revoke(@Caller() caller: Principal, @Id('id', 'grant') id: string) {
    return this.grants.revoke(caller, id);
  }
}
