import { fixture, formBytes, formType } from '../casset/upload.ts'
import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const reads = { rate: { perMinute: 300 }, by: 'user' } as const
const uploads = { rate: { perMinute: 1, burst: 60 }, by: 'user' } as const

const uploading = '/api/studio/casset/:id/tracks/:uploadId'
const tusHeaders = { 'tus-resumable': '1.0.0', 'upload-offset': '0' }
const tusUpload = {
  path: uploading,
  access: 'owner',
  limit: reads,
  at: ({ upload }) => upload,
  cache: 'no-store',
  malformed: { at: `/api/studio/casset/x/tracks/x`, status: 404 },
  foreign: ({ upload }) => upload,
  absent: ({ nova }) => `/api/studio/casset/${nova.cassetId}/tracks/${nova.cassetId}_${nothing}`,
} as const satisfies Partial<Row>

/** The routes by which tracks come: a form, or tus 1.0. */
export const rows: readonly Row[] = [
  {
    method: 'POST',
    path: '/api/studio/casset/:id/tracks',
    access: 'owner',
    limit: uploads,
    at: ({ nova }) => `/api/studio/casset/${nova.cassetId}/tracks`,
    send: async () => ({
      type: formType,
      body: formBytes([{ name: 'file', value: await fixture('wav-8.wav'), fileName: 'song.wav' }]),
    }),
    status: 201,
    cache: 'no-store',
    malformed: { at: '/api/studio/casset/x/tracks', status: 404 },
    foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}/tracks`,
    absent: () => `/api/studio/casset/${nothing}/tracks`,
  },
  {
    method: 'OPTIONS',
    path: '/api/studio/casset/:id/tracks',
    access: 'owner',
    limit: reads,
    at: ({ nova }) => `/api/studio/casset/${nova.cassetId}/tracks`,
    status: 204,
    cache: 'no-store',
    malformed: { at: '/api/studio/casset/x/tracks', status: 404 },
    foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}/tracks`,
    absent: () => `/api/studio/casset/${nothing}/tracks`,
  },
  {
    ...tusUpload,
    method: 'HEAD',
    status: 200,
    send: async () => ({ type: '', body: new Uint8Array(), headers: tusHeaders }),
  },
  {
    ...tusUpload,
    method: 'PATCH',
    status: 204,
    send: async () => ({ type: 'application/offset+octet-stream', body: new Uint8Array(10), headers: tusHeaders }),
  },
  {
    ...tusUpload,
    method: 'DELETE',
    status: 204,
    send: async () => ({ type: '', body: new Uint8Array(), headers: tusHeaders }),
  },
]
