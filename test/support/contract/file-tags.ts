import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

const ofCasset = {
  at: ({ nova }) => `/api/studio/casset/${nova.cassetId}/file-tags`,
  malformed: { at: '/api/studio/casset/x/file-tags', status: 404 },
  foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}/file-tags`,
  absent: () => `/api/studio/casset/${nothing}/file-tags`,
} as const satisfies Partial<Row>

export const rows: readonly Row[] = [
  { route: 'GET /api/studio/casset/:id/file-tags', ...ofCasset },
  { route: 'POST /api/studio/casset/:id/file-tags', ...ofCasset, status: 204 },
]
