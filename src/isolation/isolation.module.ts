import { type DynamicModule, Module } from '@nestjs/common';
import { Circuits } from './circuits.js';
import { INTERPRETER_FILE, Isolation } from './isolation.service.js';

@Module({})
export class IsolationModule {
  /** @param file that an interpreter runs */
  static with(file: string): DynamicModule {
    return {
      module: IsolationModule,
      global: true,
      providers: [Circuits, Isolation, { provide: INTERPRETER_FILE, useValue: file }],
      exports: [Circuits, Isolation],
    };
  }
}
