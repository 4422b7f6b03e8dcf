import type { Row } from '../contract.ts'

const asked = (path: string, cache = 'no-store'): Row => ({
  route: `GET ${path}`,
  at: () => `${path}?from=2026-01-01&to=2026-01-31`,
  cache,
  malformed: { at: `${path}?from=2026-02-30`, status: 400 },
})

/** The reads of artists and the owner of the instance from the ledger; nova is an artist. */
export const rows: readonly Row[] = [
  asked('/api/studio/statistics'),
  asked('/api/studio/statistics.csv', 'private, no-store'),
  {
    ...asked('/api/admin/ledger.csv'),
    status: 403,
    malformed: { at: '/api/admin/ledger.csv?days=x', status: 403 },
  },
]
