import type { components } from './schema';

export type Schemas = components['schemas'];
export type Me = Schemas['Me'];
export type Plan = Me['organization']['plan'];
