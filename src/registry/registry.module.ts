import { type DynamicModule, Module } from '@nestjs/common';
import type { Connector } from '../connectors/connector.js';
import { CallFactsService } from './call-facts.service.js';
import { RegistryController } from './registry.controller.js';
import { CONNECTORS, RegistryService } from './registry.service.js';

@Module({})
export class RegistryModule {
  /** The application hands the connectors in; the registry knows none of them by name. */
  static with(connectors: readonly Connector[]): DynamicModule {
    return {
      module: RegistryModule,
      global: true,
      controllers: [RegistryController],
      providers: [RegistryService, CallFactsService, { provide: CONNECTORS, useValue: connectors }],
      exports: [RegistryService, CallFactsService],
    };
  }
}
