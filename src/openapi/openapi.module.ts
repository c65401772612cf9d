import { Module } from '@nestjs/common';
import { ErrorsController } from './errors.controller.js';
import { OpenApiController } from './openapi.controller.js';

/** Serves the service's description of its own routes. */
@Module({ controllers: [OpenApiController, ErrorsController] })
export class OpenApiModule {}
