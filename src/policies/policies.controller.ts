import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Deleted, PageQuery } from '../platform/http/input/page.dto.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import { listOf } from '../platform/http/shape.js';
import { ChangePolicyDto, CreatePolicyDto, Policy } from './policies.dto.js';
import { PoliciesService } from './policies.service.js';

@Controller('policies')
export class PoliciesController {
  constructor(private readonly policies: PoliciesService) {}

  @Get()
  @Access({ may: 'read-policies', plan: 'TEAM' })
  @Answers('List policies', listOf(Policy))
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.policies.list(caller, query);
  }

  @Post()
  @Access({ may: 'manage-policies', plan: 'TEAM' })
  @Answers('Create a policy', Policy, 'too-many-policies', 'conflict')
  create(@Caller() caller: Principal, @Body() body: CreatePolicyDto, @Once() key: IdempotencyKey | null) {
    return this.policies.create(caller, body, key);
  }

  @Put(':id')
  @Access({ may: 'manage-policies', plan: 'TEAM' })
  @Answers('Change a policy', Policy, 'too-many-policies', 'conflict')
  change(@Caller() caller: Principal, @Id('id', 'policy') id: string, @Body() body: ChangePolicyDto) {
    return this.policies.change(caller, id, body);
  }

  @Patch(':id/toggle')
  @Access({ may: 'manage-policies', plan: 'TEAM' })
  @Answers('Enable or disable a policy', Policy)
  toggle(@Caller() caller: Principal, @Id('id', 'policy') id: string) {
    return this.policies.toggle(caller, id);
  }

  @Delete(':id')
  @Access({ may: 'manage-policies', plan: 'TEAM' })
  @Answers('Delete a policy', Deleted)
  remove(@Caller() caller: Principal, @Id('id', 'policy') id: string) {
    return this.policies.remove(caller, id);
  }
}
