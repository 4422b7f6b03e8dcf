export const resourceScopes = [
  { resource: 'download', scope: 'download' },
  { resource: 'stems', scope: 'stems' },
] as const
