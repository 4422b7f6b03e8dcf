/** The resources for agents, and the scope that allows each. */
export const resourceScopes = [
  { resource: 'download', scope: 'download' },
  { resource: 'stems', scope: 'stems' },
] as const
