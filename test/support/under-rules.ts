import { type Caller, newOrganization, type Organization } from './client.js';

/** The organization's three verdicts, by the first segment of the apiName. */
export async function underRules(): Promise<Organization> {
  const organization = await newOrganization();
  for (const [apiNamePattern, action] of [
    ['gate.*', 'REQUIRE_APPROVAL'],
    ['block.*', 'BLOCK'],
  ]) {
    await organization.operator.post('/policies', { apiNamePattern, action, reason: `${action} by rule` });
  }
  return organization;
}

export const readAction = async (caller: Caller, session: string, id: string) =>
  (await caller.get(`/sessions/${session}`)).body.data.actions.find((action: { id: string }) => action.id === id);
