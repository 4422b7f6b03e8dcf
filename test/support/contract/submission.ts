import { fixture, formBytes, formType } from '../casset/upload.ts'
import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

const write = { limit: { rate: { perMinute: 60 }, by: 'user' }, cache: 'no-store' } as const
const read = { limit: { rate: { perMinute: 300 }, by: 'user' }, cache: 'no-store', status: 200 } as const

/** The routes of clips. */
export const rows: readonly Row[] = [
  {
    method: 'POST',
    path: '/api/hooks/clips',
    access: 'session',
    limit: { rate: { perMinute: 1, burst: 60 }, by: 'user' },
    at: () => '/api/hooks/clips',
    send: async () => ({
      type: formType,
      body: formBytes([{ name: 'file', value: await fixture('m4a-plain.m4a'), fileName: 'clip.m4a' }]),
    }),
    status: 201,
    cache: 'no-store',
  },
  {
    ...read,
    method: 'GET',
    path: '/api/hooks/clips/:id',
    access: 'public',
    at: ({ submission }) => `/api/hooks/clips/${submission.assetId}`,
    cache: 'private, no-store',
    malformed: { at: '/api/hooks/clips/x', status: 404 },
    absent: () => `/api/hooks/clips/${nothing}`,
  },
  {
    ...write,
    method: 'POST',
    path: '/api/hooks/submissions',
    access: 'session',
    at: () => '/api/hooks/submissions',
    body: ({ dawn }) => ({ hookId: dawn.hookId, clip: { url: 'https://example.com/clip' }, caption: 'Look' }),
    status: 201,
  },
  {
    ...read,
    method: 'GET',
    path: '/api/hooks/:hookId/submissions',
    access: 'public',
    at: ({ dawn }) => `/api/hooks/${dawn.hookId}/submissions`,
    malformed: { at: '/api/hooks/x/submissions', status: 404 },
    absent: () => `/api/hooks/${nothing}/submissions`,
  },
  {
    ...read,
    method: 'GET',
    path: '/api/studio/submissions',
    access: 'session',
    at: () => '/api/studio/submissions?status=PENDING',
  },
  {
    ...write,
    method: 'POST',
    path: '/api/hooks/submissions/:id/decide',
    access: 'owner',
    at: ({ submission }) => `/api/hooks/submissions/${submission.id}/decide`,
    body: () => ({ decision: 'ACCEPTED' }),
    status: 200,
    malformed: { at: '/api/hooks/submissions/x/decide', status: 404 },
    foreign: ({ submission }) => `/api/hooks/submissions/${submission.id}/decide`,
    absent: () => `/api/hooks/submissions/${nothing}/decide`,
  },
  {
    ...write,
    method: 'POST',
    path: '/api/hooks/submissions/:id/like',
    access: 'session',
    at: ({ submission }) => `/api/hooks/submissions/${submission.id}/like`,
    body: () => ({}),
    status: 200,
    malformed: { at: '/api/hooks/submissions/x/like', status: 404 },
    absent: () => `/api/hooks/submissions/${nothing}/like`,
  },
  {
    ...write,
    method: 'DELETE',
    path: '/api/hooks/submissions/:id',
    access: 'owner',
    at: ({ submission }) => `/api/hooks/submissions/${submission.id}`,
    status: 204,
    malformed: { at: '/api/hooks/submissions/x', status: 404 },
    foreign: ({ submission }) => `/api/hooks/submissions/${submission.id}`,
    foreignError: 'This clip is somebody else’s.',
    absent: () => `/api/hooks/submissions/${nothing}`,
  },
]
