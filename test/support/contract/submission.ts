import { fixture, formBytes, formType } from '../casset/upload.ts'
import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

export const rows: readonly Row[] = [
  {
    route: 'POST /api/hooks/clips',
    send: async () => ({
      type: formType,
      body: formBytes([{ name: 'file', value: await fixture('m4a-plain.m4a'), fileName: 'clip.m4a' }]),
    }),
    status: 201,
  },
  {
    route: 'GET /api/hooks/clips/:id',
    at: ({ submission }) => `/api/hooks/clips/${submission.assetId}`,
    cache: 'private, no-store',
    malformed: { at: '/api/hooks/clips/x', status: 404 },
    absent: () => `/api/hooks/clips/${nothing}`,
  },
  {
    route: 'POST /api/hooks/submissions',
    body: ({ dawn }) => ({ hookId: dawn.hookId, clip: { url: 'https://example.com/clip' }, caption: 'Look' }),
    status: 201,
  },
  {
    route: 'GET /api/hooks/:hookId/submissions',
    at: ({ dawn }) => `/api/hooks/${dawn.hookId}/submissions`,
    malformed: { at: '/api/hooks/x/submissions', status: 404 },
    absent: () => `/api/hooks/${nothing}/submissions`,
  },
  { route: 'GET /api/studio/submissions', at: () => '/api/studio/submissions?status=PENDING' },
  {
    route: 'POST /api/hooks/submissions/:id/decide',
    at: ({ submission }) => `/api/hooks/submissions/${submission.id}/decide`,
    body: () => ({ decision: 'ACCEPTED' }),
    malformed: { at: '/api/hooks/submissions/x/decide', status: 404 },
    foreign: ({ submission }) => `/api/hooks/submissions/${submission.id}/decide`,
    absent: () => `/api/hooks/submissions/${nothing}/decide`,
  },
  {
    route: 'POST /api/hooks/submissions/:id/like',
    at: ({ submission }) => `/api/hooks/submissions/${submission.id}/like`,
    body: () => ({}),
    malformed: { at: '/api/hooks/submissions/x/like', status: 404 },
    absent: () => `/api/hooks/submissions/${nothing}/like`,
  },
  {
    route: 'DELETE /api/hooks/submissions/:id',
    at: ({ submission }) => `/api/hooks/submissions/${submission.id}`,
    status: 204,
    malformed: { at: '/api/hooks/submissions/x', status: 404 },
    foreign: ({ submission }) => `/api/hooks/submissions/${submission.id}`,
    foreignError: 'This clip is somebody else’s.',
    absent: () => `/api/hooks/submissions/${nothing}`,
  },
]
