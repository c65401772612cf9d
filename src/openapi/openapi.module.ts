import { Module } from '@nestjs/common';
import { ErrorsController } from './errors.controller.js';
import { OpenApiController } from './openapi.controller.js';

/** What the service says of its own routes. */
@Module({ controllers: [OpenApiController, ErrorsController] })
export class OpenApiModule {}
