import type { components } from '../../../sdk/src/wire/openapi';
import type { Mutable } from './mutable';

export type Schemas = Mutable<components['schemas']>;
export type Me = Schemas['Me'];
export type Plan = Me['organization']['plan'];
