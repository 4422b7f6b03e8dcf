import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

export const rows: readonly Row[] = [
  {
    route: 'POST /api/studio/casset/:id/made',
    at: ({ nova }) => `/api/studio/casset/${nova.cassetId}/made`,
    malformed: { at: '/api/studio/casset/x/made', status: 404 },
    foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}/made`,
    absent: () => `/api/studio/casset/${nothing}/made`,
    body: () => ({ kind: 'ORIGINAL', aiDisclosure: { vocals: 'NONE' } }),
    status: 204,
  },
]
