import type { Row } from '../contract.ts'

/** Routes of what an artist wants on receipts. */
export const rows: readonly Row[] = [
  { route: 'GET /api/studio/tax-details' },
  { route: 'PATCH /api/studio/tax-details', body: () => ({ taxId: 'DE123456789' }) },
]
