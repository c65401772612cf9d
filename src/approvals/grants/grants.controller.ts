import { Controller, Delete, Get, Query } from '@nestjs/common';
import { Access, Caller } from '../../auth/access.decorator.js';
import type { Principal } from '../../auth/principal.js';
import { Answers } from '../../platform/http/answers.decorator.js';
import { Deleted, PageQuery } from '../../platform/http/page.dto.js';
import { listOf } from '../../platform/http/shape.js';
import { Id } from '../../platform/http/validation.pipe.js';
import { Grant } from '../approvals.dto.js';
import { GrantsService } from './grants.service.js';

const OPERATOR_PRO = { who: 'operator', plan: 'PRO' } as const;

@Controller('approvals/grants')
export class GrantsController {
  constructor(private readonly grants: GrantsService) {}

  @Get()
  @Access(OPERATOR_PRO)
  @Answers('List grants', listOf(Grant))
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.grants.list(caller, query);
  }

  @Delete(':id')
  @Access(OPERATOR_PRO)
  @Answers('Revoke a grant', Deleted)
  revoke(@Caller() caller: Principal, @Id('id', 'grant') id: string) {
    return this.grants.revoke(caller, id);
  }
}
