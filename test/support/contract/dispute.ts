import { formBytes, formType } from '../casset/upload.ts'
import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

const pdf = async () => ({
  type: formType,
  body: formBytes([{ name: 'file', value: Buffer.from('%PDF-1.7 sold and heard'), fileName: 'letters.pdf' }]),
})

const ofOne = (method: 'GET' | 'POST', rest = '') =>
  ({
    route: `${method} /api/studio/disputes/:id${rest}`,
    isForInstanceOwner: true,
    at: ({ dispute }) => `/api/studio/disputes/${dispute.id}${rest}`,
    malformed: { at: `/api/studio/disputes/x${rest}`, status: 404 },
    foreign: ({ dispute }) => `/api/studio/disputes/${dispute.id}${rest}`,
    absent: () => `/api/studio/disputes/${nothing}${rest}`,
  }) as const satisfies Partial<Row>

/**
 * Routes of disputes. Evidence is taken where payments are on; here it is refused after all other
 * checks.
 */
export const rows: readonly Row[] = [
  {
    route: 'GET /api/studio/disputes',
    at: () => '/api/studio/disputes?limit=10',
    malformed: { at: '/api/studio/disputes?limit=x', status: 400 },
  },
  { ...ofOne('GET') },
  { ...ofOne('POST', '/files'), send: pdf, status: 409 },
  {
    ...ofOne('POST', '/evidence'),
    body: () => ({ statement: 'It was heard to the end.' }),
    status: 409,
  },
]
