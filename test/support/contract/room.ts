import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

const moderated = {
  isForInstanceOwner: true,
  foreignError: 'Only the artist and their moderators can do this.',
} as const

export const rows: readonly Row[] = [
  {
    route: 'GET /api/casset/:slug/sideb',
    at: () => '/api/casset/nova/sideb',
    malformed: { at: '/api/casset/No!/sideb', status: 404 },
  },
  {
    route: 'GET /api/casset/:slug/listeners',
    at: () => '/api/casset/nova/listeners',
    malformed: { at: '/api/casset/No!/listeners', status: 404 },
  },
  {
    route: 'POST /api/casset/:slug/comment',
    at: () => '/api/casset/nova/comment',
    body: () => ({ text: 'What a drum' }),
    status: 201,
    malformed: { at: '/api/casset/No!/comment', status: 404 },
  },
  {
    route: 'POST /api/casset/:slug/activity',
    at: () => '/api/casset/nova/activity',
    body: ({ dawn }) => ({ type: 'play', trackId: dawn.id }),
    status: 201,
    malformed: { at: '/api/casset/No!/activity', status: 404 },
  },
  {
    route: 'POST /api/casset/:slug/position',
    at: () => '/api/casset/nova/position',
    body: ({ dawn }) => ({ trackId: dawn.id, atSec: 1, isPlaying: true }),
    malformed: { at: '/api/casset/No!/position', status: 404 },
  },
  {
    route: 'DELETE /api/casset/:slug/position',
    at: () => '/api/casset/nova/position',
    status: 204,
    malformed: { at: '/api/casset/No!/position', status: 404 },
  },
  {
    route: 'DELETE /api/casset/:slug/comments/:id',
    ...moderated,
    at: ({ remark }) => `/api/casset/nova/comments/${remark}`,
    status: 204,
    malformed: { at: '/api/casset/nova/comments/x', status: 404 },
    foreign: ({ remark }) => `/api/casset/nova/comments/${remark}`,
    foreignError: 'Only its writer, the artist and their moderators can remove a comment.',
    absent: () => `/api/casset/nova/comments/${nothing}`,
  },
  {
    route: 'POST /api/casset/:slug/comments/:id/report',
    at: ({ complaint }) => `/api/casset/nova/comments/${complaint.commentId}/report`,
    body: () => ({ reason: 'Rude' }),
    status: 204,
    malformed: { at: '/api/casset/nova/comments/x/report', status: 404 },
    absent: () => `/api/casset/nova/comments/${nothing}/report`,
  },
  {
    route: 'GET /api/casset/:slug/room',
    ...moderated,
    at: () => '/api/casset/nova/room',
    malformed: { at: '/api/casset/No!/room', status: 404 },
    foreign: () => '/api/casset/nova/room',
    absent: () => '/api/casset/nobody/room',
  },
  {
    route: 'PATCH /api/casset/:slug/room',
    ...moderated,
    at: () => '/api/casset/nova/room',
    body: () => ({ slowModeSec: 5, words: ['rude'] }),
    malformed: { at: '/api/casset/No!/room', status: 404 },
    foreign: () => '/api/casset/nova/room',
    absent: () => '/api/casset/nobody/room',
  },
  {
    route: 'GET /api/casset/:slug/room/members',
    ...moderated,
    at: () => '/api/casset/nova/room/members?state=banned',
    malformed: { at: '/api/casset/No!/room/members', status: 404 },
    foreign: () => '/api/casset/nova/room/members',
    absent: () => '/api/casset/nobody/room/members',
  },
  {
    route: 'PUT /api/casset/:slug/room/members/:handle',
    ...moderated,
    at: () => '/api/casset/nova/room/members/ada',
    body: () => ({ muted: true }),
    malformed: { at: '/api/casset/No!/room/members/ada', status: 404 },
    foreign: () => '/api/casset/nova/room/members/ada',
    absent: () => '/api/casset/nova/room/members/nobody',
  },
  { route: 'GET /api/studio/reports' },
  {
    route: 'POST /api/studio/reports/:id/resolve',
    ...moderated,
    at: ({ complaint }) => `/api/studio/reports/${complaint.id}/resolve`,
    body: () => ({ action: 'DISMISSED' }),
    malformed: { at: '/api/studio/reports/x/resolve', status: 404 },
    foreign: ({ complaint }) => `/api/studio/reports/${complaint.id}/resolve`,
    absent: () => `/api/studio/reports/${nothing}/resolve`,
  },
]
