import { Controller, Get } from '@nestjs/common';
import { Access } from '../auth/access/access.decorator.js';
import { Answers } from '../platform/http/answers/answers.decorator.js';
import { listOf } from '../platform/http/shape.js';
import { RegistryEntry } from './registry.dto.js';
import { RegistryService } from './registry.service.js';

@Controller('registry')
export class RegistryController {
  constructor(private readonly registry: RegistryService) {}

  @Get()
  @Access({ who: 'any' })
  @Answers('List the operations of all connectors', listOf(RegistryEntry))
  list() {
    return this.registry.list();
  }
}
