import type { Row } from '../contract.ts'

/** The routes of VAT. Nova is not the owner of the instance. */
export const rows: readonly Row[] = [
  { route: 'GET /api/desk/vat', at: () => '/api/desk/vat', status: 403 },
  {
    route: 'PUT /api/desk/vat',
    at: () => '/api/desk/vat',
    body: () => ({ isOn: true, homeCountry: 'DE', withTips: true }),
    status: 403,
  },
  {
    route: 'PATCH /api/desk/vat/rates',
    at: () => '/api/desk/vat/rates',
    body: () => ({ rates: [{ country: 'DE', percent: '19' }] }),
    status: 403,
  },
  {
    route: 'GET /api/desk/vat/summary.csv',
    at: () => '/api/desk/vat/summary.csv?quarter=2026-Q4',
    status: 403,
  },
]
