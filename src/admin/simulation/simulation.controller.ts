import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Access, Caller } from '../../auth/access/access.decorator.js';
import type { Principal } from '../../auth/access/principal.js';
import { Answers } from '../../platform/http/answers/answers.decorator.js';
import { PolicySimulation, SimulatePolicyDto } from '../admin.dto.js';
import { SimulationService } from './simulation.service.js';

@Controller('policies/simulate')
export class SimulationController {
  constructor(private readonly simulation: SimulationService) {}

  @Post()
  @HttpCode(200)
  @Access({ may: 'read-policies', plan: 'TEAM', limit: { count: 30, seconds: 60 } })
  @Answers('Simulate a draft policy on past calls', PolicySimulation)
  simulate(@Caller() caller: Principal, @Body() draft: SimulatePolicyDto) {
    return this.simulation.simulate(caller, draft);
  }
}
