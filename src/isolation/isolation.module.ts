import { type DynamicModule, Module } from '@nestjs/common';
import { INTERPRETER_FILE, Isolation } from './isolation.service.js';

@Module({})
export class IsolationModule {
  /** @param file that an interpreter runs */
  static with(file: string): DynamicModule {
    return {
      module: IsolationModule,
      global: true,
      providers: [Isolation, { provide: INTERPRETER_FILE, useValue: file }],
      exports: [Isolation],
    };
  }
}
