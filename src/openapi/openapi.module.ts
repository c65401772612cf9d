import { Module } from '@nestjs/common';
import { ErrorsController } from './errors.controller.js';
import { OpenApiController } from './openapi.controller.js';

/** What the service says of its own routes (specification 7; contract, "Browser, documents, team"). */
@Module({ controllers: [OpenApiController, ErrorsController] })
export class OpenApiModule {}
