import { extraPath, pdf } from '../casset/extra.ts'
import { formBytes, formType } from '../casset/upload.ts'
import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const tusHeaders = { 'tus-resumable': '1.0.0', 'upload-offset': '0' }
const tusUpload = {
  at: ({ extraUpload }) => extraUpload,
  malformed: { at: '/api/studio/casset/x/extras/x', status: 404 },
  foreign: ({ extraUpload }) => extraUpload,
  absent: ({ nova }) => `/api/studio/casset/${nova.cassetId}/extras/${nova.cassetId}_${nothing}_extra`,
} as const satisfies Partial<Row>

const ofCasset = {
  at: ({ nova }) => `/api/studio/casset/${nova.cassetId}/extras`,
  malformed: { at: '/api/studio/casset/x/extras', status: 404 },
  foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}/extras`,
  absent: () => `/api/studio/casset/${nothing}/extras`,
} as const satisfies Partial<Row>

const ofOne = {
  at: ({ booklet }) => `/api/studio/extras/${booklet.id}`,
  malformed: { at: '/api/studio/extras/x', status: 404 },
  foreign: ({ booklet }) => `/api/studio/extras/${booklet.id}`,
  absent: () => `/api/studio/extras/${nothing}`,
} as const satisfies Partial<Row>

const secret = (route: Row['route'], at: string): Row => ({
  route,
  at: () => at,
  status: 404,
  malformed: { at, status: 404 },
})

/** The routes of what comes with a casset. Nobody has the links of guests here. */
export const rows: readonly Row[] = [
  { route: 'GET /api/studio/casset/:id/extras', ...ofCasset },
  {
    route: 'POST /api/studio/casset/:id/extras',
    ...ofCasset,
    send: async () => ({
      type: formType,
      body: formBytes([{ name: 'file', value: pdf(), fileName: 'Booklet.pdf' }]),
    }),
    status: 201,
  },
  { route: 'OPTIONS /api/studio/casset/:id/extras', ...ofCasset, status: 204 },
  {
    route: 'HEAD /api/studio/casset/:id/extras/:uploadId',
    ...tusUpload,
    send: async () => ({ type: '', body: new Uint8Array(), headers: tusHeaders }),
  },
  {
    route: 'PATCH /api/studio/casset/:id/extras/:uploadId',
    ...tusUpload,
    status: 204,
    send: async () => ({ type: 'application/offset+octet-stream', body: new Uint8Array(10), headers: tusHeaders }),
  },
  {
    route: 'DELETE /api/studio/casset/:id/extras/:uploadId',
    ...tusUpload,
    status: 204,
    send: async () => ({ type: '', body: new Uint8Array(), headers: tusHeaders }),
  },
  { route: 'PATCH /api/studio/extras/:id', ...ofOne, body: () => ({ name: 'Liner notes' }) },
  {
    route: 'GET /api/casset/:slug/extras/:extraId',
    at: ({ booklet }) => extraPath(booklet.id),
    cache: 'private, no-store',
    malformed: { at: extraPath('x'), status: 404 },
    absent: () => extraPath(nothing),
  },
  {
    route: 'GET /api/casset/:slug/extras/:extraId/preview',
    at: ({ booklet }) => `${extraPath(booklet.id)}/preview`,
    cache: 'private, no-store',
    malformed: { at: `${extraPath('x')}/preview`, status: 404 },
    absent: () => `${extraPath(nothing)}/preview`,
  },
  { route: 'DELETE /api/studio/extras/:id', ...ofOne, status: 204, isAlone: true },
  secret('GET /api/guest/:secret/extras/:extraId', '/api/guest/x/extras/y'),
  secret('GET /api/guest/:secret/extras/:extraId/preview', '/api/guest/x/extras/y/preview'),
  secret('GET /api/taken/:secret/extras/:extraId', '/api/taken/x/extras/y'),
  secret('GET /api/taken/:secret/extras/:extraId/preview', '/api/taken/x/extras/y/preview'),
]
