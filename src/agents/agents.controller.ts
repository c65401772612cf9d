import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access/access.decorator.js';
import type { Principal } from '../auth/access/principal.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { Deleted, PageQuery } from '../platform/http/input/page.dto.js';
import { Id } from '../platform/http/input/validation.pipe.js';
import { listOf } from '../platform/http/shape.js';
import { AgentRollbackService } from '../rollback/of-agent/agent-rollback.service.js';
import { AgentRollback, AgentRollbackPlan } from '../rollback/rollback.dto.js';
import { AgentSwitch } from './agent-switch.service.js';
import { Agent, AgentRollbackPlanQuery, ChangeAgentDto, RegisterAgentDto, RollBackAgentDto } from './agents.dto.js';
import { AgentsService } from './agents.service.js';

@Controller('agents')
export class AgentsController {
  constructor(
    private readonly agents: AgentsService,
    private readonly agentSwitch: AgentSwitch,
    private readonly rollbacks: AgentRollbackService,
  ) {}

  @Get()
  @Access({ may: 'read-agents', plan: 'FREE' })
  @Answers('List agents', listOf(Agent))
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.agents.list(caller, query);
  }

  @Post()
  @Access({ may: 'manage-agents', plan: 'FREE' })
  @Answers('Register an agent', Agent, 'agent-registered')
  register(@Caller() caller: Principal, @Body() body: RegisterAgentDto, @Once() key: IdempotencyKey | null) {
    return this.agents.register(caller, body, key);
  }

  @Get(':id')
  @Access({ may: 'read-agents', plan: 'FREE' })
  @Answers('Read an agent', Agent)
  get(@Caller() caller: Principal, @Id('id', 'agent') id: string) {
    return this.agents.get(caller, id);
  }

  @Put(':id')
  @Access({ may: 'manage-agents', plan: 'FREE' })
  @Answers('Change, pause or resume an agent', Agent, 'pause-unfinished')
  change(@Caller() caller: Principal, @Id('id', 'agent') id: string, @Body() body: ChangeAgentDto) {
    return this.agentSwitch.change(caller, id, body);
  }

  @Delete(':id')
  @Access({ may: 'manage-agents', plan: 'FREE' })
  @Answers('Delete an agent', Deleted, 'agent-is-paused')
  remove(@Caller() caller: Principal, @Id('id', 'agent') id: string) {
    return this.agents.remove(caller, id);
  }

  @Get(':id/rollback')
  @Access({ may: 'read-sessions', plan: 'PRO' })
  @Answers('Plan a rollback of an agent since a time', AgentRollbackPlan)
  planRollback(@Caller() caller: Principal, @Id('id', 'agent') id: string, @Query() query: AgentRollbackPlanQuery) {
    return this.rollbacks.plan(caller, id, query);
  }

  @Post(':id/rollback')
  @HttpCode(200)
  @Access({ may: 'roll-back', plan: 'PRO' })
  @Answers('Roll back an agent since a time', AgentRollback, 'calls-open')
  rollBack(
    @Caller() caller: Principal,
    @Id('id', 'agent') id: string,
    @Body() { since }: RollBackAgentDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.rollbacks.start(caller, id, since, key);
  }
}
