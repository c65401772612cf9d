import { type ArgumentMetadata, Injectable, Param, type PipeTransform } from '@nestjs/common';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isEmail, isUUID } from 'class-validator';
import { DomainError, type FieldError, notFound } from '../../errors.js';
import { isId } from '../../ids.js';
import { dtoSchemas, schemaOf } from './dto-schema.js';

type DtoClass = new () => object;

const OPTIONS = {
  allErrors: true,
  strict: false,
  formats: { email: (text: string) => isEmail(text), uuid: (text: string) => isUUID(text) },
};

/**
 * Checks bodies and queries against the schema derived from their DTO class, compiled once. It stands in for the
 * class-validator pipe, which costs half the throughput; a property test shows that both agree.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  private readonly compiled = {
    body: new Map<DtoClass, ValidateFunction>(),
    query: new Map<DtoClass, ValidateFunction>(),
  };
  private readonly bodies = new Ajv(OPTIONS);
  private readonly queries = new Ajv({ ...OPTIONS, coerceTypes: true });

  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (!isDto(metatype) || (type !== 'body' && type !== 'query')) return value;
    const validate = this.validatorOf(metatype, type);
    // An absent body counts as an empty one, so that the messages name the missing members.
    const given = type === 'query' ? { ...(value as object) } : value === undefined ? {} : value;
    if (validate(given)) return type === 'query' ? Object.assign(new metatype(), given) : given;
    const errors = (validate.errors ?? []).map(toFieldError);
    const detail = errors.map((error) => `${error.field || 'body'}: ${error.message}`).join('; ');
    throw new DomainError('invalid', 'validation-failed', detail, { errors });
  }

  private validatorOf(metatype: DtoClass, type: 'body' | 'query'): ValidateFunction {
    let validate = this.compiled[type].get(metatype);
    if (!validate) {
      const ajv = type === 'body' ? this.bodies : this.queries;
      validate = ajv.compile({ ...schemaOf(metatype), definitions: dtoSchemas() });
      this.compiled[type].set(metatype, validate);
    }
    return validate;
  }
}

function isDto(metatype: unknown): metatype is DtoClass {
  return typeof metatype === 'function' && ![String, Number, Boolean, Array, Object].includes(metatype as never);
}

function toFieldError(error: ErrorObject): FieldError {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const within = (name: unknown) => (path ? `${path}.${String(name)}` : String(name));
  if (error.keyword === 'additionalProperties') {
    return { field: within(error.params.additionalProperty), message: 'is not a known field' };
  }
  if (error.keyword === 'required') return { field: within(error.params.missingProperty), message: 'is required' };
  if (error.keyword === 'enum')
    return { field: path, message: `must be one of ${error.params.allowedValues.join(', ')}` };
  return { field: path, message: error.message ?? 'is not valid' };
}

/** Accepts only an id. */
export class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly what: string) {}

  transform(value: string): string {
    if (!isId(value)) throw notFound(this.what);
    return value;
  }
}

/** A path parameter that is an id; a malformed one is absent, like any other that is not ours. */
export const Id = (name: string, what: string) => Param(name, new IdPipe(what));
