import { Controller, Delete, Get, Query } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { Deleted, PageQuery } from '../../platform/http/input/page.dto.js';
import { Id } from '../../platform/http/input/validation.pipe.js';
import { listOf } from '../../platform/http/shape.js';
import { Grant } from '../approvals.dto.js';
import { GrantsService } from './grants.service.js';

@Controller('approvals/grants')
export class GrantsController {
  constructor(private readonly grants: GrantsService) {}

  @Get()
  @Access({ may: 'read-grants', plan: 'PRO' })
  @Answers('List grants', listOf(Grant))
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.grants.list(caller, query);
  }

  @Delete(':id')
  @Access({ may: 'revoke-grants', plan: 'PRO' })
  @Answers('Revoke a grant', Deleted)
  revoke(@Caller() caller: Principal, @Id('id', 'grant') id: string) {
    return this.grants.revoke(caller, id);
  }
}
