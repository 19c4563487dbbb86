import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import { RequirePermission } from './permission.js';

/** Serves the description of the API. It tells what can be asked, nothing of what is stored. */
@ApiExcludeController()
@Controller()
@RequirePermission('public')
export class OpenApiController {
  private document: OpenAPIObject | undefined;

  /** Called once, when all routes are known. */
  publish(document: OpenAPIObject): void {
    this.document = document;
  }

  @Get('openapi.json')
  get(): OpenAPIObject {
    return this.document!;
  }
}
