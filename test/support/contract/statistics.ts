import type { Row } from '../contract.ts'

const asked = (path: string, cache: string): Row => ({
  method: 'GET',
  path,
  access: 'session',
  limit: { rate: { perMinute: 300 }, by: 'user' },
  at: () => `${path}?from=2026-01-01&to=2026-01-31`,
  status: 200,
  cache,
  malformed: { at: `${path}?from=2026-02-30`, status: 400 },
})

/** What artists and the owner of the instance read of the ledger; nova is an artist. */
export const rows: readonly Row[] = [
  asked('/api/studio/statistics', 'no-store'),
  asked('/api/studio/statistics.csv', 'private, no-store'),
  { ...asked('/api/admin/ledger.csv', 'no-store'), status: 403 },
]
