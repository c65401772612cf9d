import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';
import type { Schemas } from '../../../api/wire';

export type Simulation = Schemas['PolicySimulation'];
export type Simulated = Schemas['SimulatePolicyBody'];

/** Asks how a draft would have decided past calls; it takes seconds, and is asked for once for each draft. */
export const simulationQuery = (body: Simulated) =>
  queryOptions({
    queryKey: ['policies', 'simulation', body],
    queryFn: ({ signal }) => dataOf(client.POST('/policies/simulate', { body, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
