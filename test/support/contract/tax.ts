import type { Row } from '../contract.ts'

export const rows: readonly Row[] = [
  { route: 'GET /api/studio/tax-details' },
  { route: 'PATCH /api/studio/tax-details', body: () => ({ taxId: 'DE123456789' }) },
]
