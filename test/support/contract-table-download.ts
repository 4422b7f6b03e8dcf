import type { Row } from './contract.ts'

/** The routes of downloads. */
export const downloadRows: readonly Row[] = [
  {
    method: 'GET',
    path: '/api/casset/:slug/download',
    access: 'session',
    limit: { rate: { perMinute: 300 }, by: 'user' },
    at: () => '/api/casset/nova/download?format=original',
    status: 200,
    cache: 'private, no-store',
    malformed: { at: '/api/casset/nova/download?format=flac', status: 400 },
    absent: () => '/api/casset/nobody/download',
  },
]
