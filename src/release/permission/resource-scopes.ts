/** The resources for agents, and the scope that allows each. */
export const resourceScopes = [
  { resource: 'manifest', scope: 'search-index' },
  { resource: 'download', scope: 'download' },
  { resource: 'stems', scope: 'stems' },
] as const
