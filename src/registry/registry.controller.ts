import { Controller, Get } from '@nestjs/common';
import { Access } from '../auth/access.decorator.js';
import { RegistryService } from './registry.service.js';

@Controller('registry')
export class RegistryController {
  constructor(private readonly registry: RegistryService) {}

  @Get()
  @Access({ who: 'any' })
  list() {
    return this.registry.list();
  }
}
