/** What an agent can be given, and the scope that allows it. */
export const resourceScopes = [
  { resource: 'manifest', scope: 'search-index' },
  { resource: 'download', scope: 'download' },
  { resource: 'stems', scope: 'stems' },
] as const
