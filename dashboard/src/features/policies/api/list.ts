import type { Schemas } from '../../../api/wire';

export { type Policy, policiesQuery } from '../../../api/policies';
export type Condition = Schemas['Condition'];
