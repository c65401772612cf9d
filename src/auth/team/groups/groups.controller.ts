import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { Answers } from '../../../platform/http/answers/answers.decorator.js';
import { Deleted, PageQuery } from '../../../platform/http/input/page.dto.js';
import { Id } from '../../../platform/http/input/validation.pipe.js';
import { listOf } from '../../../platform/http/shape.js';
import { Access, Caller } from '../../access/access.decorator.js';
import type { Principal } from '../../access/principal.js';
import { type IdempotencyKey, Once } from '../../idempotency.js';
import { ChangeGroupDto, CreateGroupDto, Group } from './groups.dto.js';
import { GroupsService } from './groups.service.js';

@Controller('team/groups')
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @Get()
  @Access({ may: 'read-groups', plan: 'TEAM' })
  @Answers('List groups of members', listOf(Group))
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.groups.list(caller, query);
  }

  @Post()
  @Access({ may: 'manage-groups', plan: 'TEAM' })
  @Answers('Create a group', Group, 'conflict', 'too-many-groups')
  create(@Caller() caller: Principal, @Body() body: CreateGroupDto, @Once() key: IdempotencyKey | null) {
    return this.groups.create(caller, body, key);
  }

  @Put(':id')
  @Access({ may: 'manage-groups', plan: 'TEAM' })
  @Answers('Change a group', Group, 'conflict')
  change(@Caller() caller: Principal, @Id('id', 'group') id: string, @Body() body: ChangeGroupDto) {
    return this.groups.change(caller, id, body);
  }

  @Delete(':id')
  @Access({ may: 'manage-groups', plan: 'TEAM' })
  @Answers('Delete a group', Deleted, 'group-in-use')
  remove(@Caller() caller: Principal, @Id('id', 'group') id: string) {
    return this.groups.remove(caller, id);
  }
}
