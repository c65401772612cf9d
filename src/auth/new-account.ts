import type { EntityManager } from 'typeorm';
import { newId } from '../platform/ids.js';
import { emailTaken } from './auth.errors.js';
import { OrganizationEntity } from './organization.entity.js';
import type { Plan } from './principal.js';
import { UserEntity } from './user.entity.js';

type Person = Pick<UserEntity, 'email' | 'name' | 'passwordHash' | 'emailVerifiedAt'>;

/**
 * A user and their organization come to be together, in a transaction of that organization.
 * @throws 409 email-taken
 */
export async function openAccount(em: EntityManager, organizationId: string, plan: Plan, person: Person) {
  const [taken] = await em.query('SELECT user_id FROM user_of_email($1)', [person.email]);
  if (taken) throw emailTaken();
  const organization = { id: organizationId, name: `${person.name}'s organization`, plan };
  await em.insert(OrganizationEntity, { ...organization, epoch: '1' });
  const user = { id: newId(), organizationId, ...person };
  await em.insert(UserEntity, user);
  return { user: { ...user, tokenVersion: 1 }, organization };
}
