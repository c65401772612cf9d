import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { Access, Caller } from '../auth/access.decorator.js';
import { type IdempotencyKey, Once } from '../auth/idempotency.js';
import type { Principal } from '../auth/principal.js';
import { PageQuery } from '../platform/http/page.dto.js';
import { Id } from '../platform/http/validation.pipe.js';
import { AgentRollbackService } from '../rollback/agent-rollback.service.js';
import { AgentsService } from '../sessions/agents.service.js';
import { ChangeAgentDto, RegisterAgentDto, RollBackAgentDto } from './admin.dto.js';
import { AgentSwitch } from './agent-switch.service.js';

const OPERATOR = { who: 'operator', plan: 'FREE' } as const;

@Controller('agents')
export class AgentsController {
  constructor(
    private readonly agents: AgentsService,
    private readonly agentSwitch: AgentSwitch,
    private readonly rollbacks: AgentRollbackService,
  ) {}

  @Get()
  @Access(OPERATOR)
  list(@Caller() caller: Principal, @Query() query: PageQuery) {
    return this.agents.list(caller, query);
  }

  @Post()
  @Access(OPERATOR)
  register(@Caller() caller: Principal, @Body() body: RegisterAgentDto, @Once() key: IdempotencyKey | null) {
    return this.agents.register(caller, body, key);
  }

  @Get(':id')
  @Access(OPERATOR)
  get(@Caller() caller: Principal, @Id('id', 'agent') id: string) {
    return this.agents.get(caller, id);
  }

  @Put(':id')
  @Access(OPERATOR)
  change(@Caller() caller: Principal, @Id('id', 'agent') id: string, @Body() body: ChangeAgentDto) {
    return this.agentSwitch.change(caller, id, body);
  }

  @Delete(':id')
  @Access(OPERATOR)
  remove(@Caller() caller: Principal, @Id('id', 'agent') id: string) {
    return this.agents.remove(caller, id);
  }

  @Post(':id/rollback')
  @HttpCode(200)
  @Access({ who: 'operator', plan: 'PRO' })
  rollBack(
    @Caller() caller: Principal,
    @Id('id', 'agent') id: string,
    @Body() { since }: RollBackAgentDto,
    @Once() key: IdempotencyKey | null,
  ) {
    return this.rollbacks.start(caller, id, since, key);
  }
}
