import { formBytes, formType } from '../casset/upload.ts'
import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const byUser = (rate: { perMinute: number; burst?: number }) => ({ rate, by: 'user' }) as const

const pdf = async () => ({
  type: formType,
  body: formBytes([{ name: 'file', value: Buffer.from('%PDF-1.7 sold and heard'), fileName: 'letters.pdf' }]),
})

const ofOne = (route = '') =>
  ({
    path: `/api/studio/disputes/:id${route}`,
    access: 'owner',
    isForInstanceOwner: true,
    at: ({ dispute }) => `/api/studio/disputes/${dispute.id}${route}`,
    cache: 'no-store',
    malformed: { at: `/api/studio/disputes/x${route}`, status: 404 },
    foreign: ({ dispute }) => `/api/studio/disputes/${dispute.id}${route}`,
    absent: () => `/api/studio/disputes/${nothing}${route}`,
  }) as const satisfies Partial<Row>

/** Routes of disputes. Evidence is taken where payments are on; here it is refused after all other checks. */
export const rows: readonly Row[] = [
  {
    method: 'GET',
    path: '/api/studio/disputes',
    access: 'session',
    limit: byUser({ perMinute: 300 }),
    at: () => '/api/studio/disputes?limit=10',
    status: 200,
    cache: 'no-store',
    malformed: { at: '/api/studio/disputes?limit=x', status: 400 },
  },
  { ...ofOne(), method: 'GET', limit: byUser({ perMinute: 300 }), status: 200 },
  {
    ...ofOne('/files'),
    method: 'POST',
    limit: byUser({ perMinute: 1, burst: 60 }),
    send: pdf,
    status: 409,
  },
  {
    ...ofOne('/evidence'),
    method: 'POST',
    limit: byUser({ perMinute: 60 }),
    body: () => ({ statement: 'It was heard to the end.' }),
    status: 409,
  },
]
