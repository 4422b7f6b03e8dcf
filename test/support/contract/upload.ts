import { fixture, formBytes, formType } from '../casset/upload.ts'
import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const tusHeaders = { 'tus-resumable': '1.0.0', 'upload-offset': '0' }
const tusUpload = {
  at: ({ upload }) => upload,
  malformed: { at: `/api/studio/casset/x/tracks/x`, status: 404 },
  foreign: ({ upload }) => upload,
  absent: ({ nova }) => `/api/studio/casset/${nova.cassetId}/tracks/${nova.cassetId}_${nothing}`,
} as const satisfies Partial<Row>

/** The routes by which tracks come: a form, or tus 1.0. */
export const rows: readonly Row[] = [
  {
    route: 'POST /api/studio/casset/:id/tracks',
    at: ({ nova }) => `/api/studio/casset/${nova.cassetId}/tracks`,
    send: async () => ({
      type: formType,
      body: formBytes([{ name: 'file', value: await fixture('wav-8.wav'), fileName: 'song.wav' }]),
    }),
    status: 201,
    malformed: { at: '/api/studio/casset/x/tracks', status: 404 },
    foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}/tracks`,
    absent: () => `/api/studio/casset/${nothing}/tracks`,
  },
  {
    route: 'OPTIONS /api/studio/casset/:id/tracks',
    at: ({ nova }) => `/api/studio/casset/${nova.cassetId}/tracks`,
    status: 204,
    malformed: { at: '/api/studio/casset/x/tracks', status: 404 },
    foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}/tracks`,
    absent: () => `/api/studio/casset/${nothing}/tracks`,
  },
  {
    route: 'HEAD /api/studio/casset/:id/tracks/:uploadId',
    ...tusUpload,
    send: async () => ({ type: '', body: new Uint8Array(), headers: tusHeaders }),
  },
  {
    route: 'PATCH /api/studio/casset/:id/tracks/:uploadId',
    ...tusUpload,
    status: 204,
    send: async () => ({ type: 'application/offset+octet-stream', body: new Uint8Array(10), headers: tusHeaders }),
  },
  {
    route: 'DELETE /api/studio/casset/:id/tracks/:uploadId',
    ...tusUpload,
    status: 204,
    send: async () => ({ type: '', body: new Uint8Array(), headers: tusHeaders }),
  },
]
