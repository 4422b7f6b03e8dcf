import type { Row } from '../contract.ts'

const byUser = (perMinute: number) => ({ rate: { perMinute }, by: 'user' }) as const
const noStore = 'no-store'
const path = '/api/admin/invitations'
const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** The routes of invitations. Nova is not the owner of the instance. */
export const rows: readonly Row[] = [
  {
    method: 'POST',
    path,
    access: 'session',
    limit: byUser(60),
    at: () => path,
    body: () => ({ note: 'The drummer' }),
    status: 403,
    cache: noStore,
  },
  {
    method: 'GET',
    path,
    access: 'session',
    limit: byUser(300),
    at: () => path,
    status: 403,
    cache: noStore,
    malformed: { at: `${path}?limit=x`, status: 400 },
  },
  {
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'session',
    limit: byUser(60),
    at: () => `${path}/${nothing}`,
    status: 403,
    cache: noStore,
    malformed: { at: `${path}/x`, status: 403 },
  },
]
