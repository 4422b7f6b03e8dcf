import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const reasons = { ground: 'terms', basis: 'Terms, 4', facts: 'Spam' }

const ofDesk = (verb: string) =>
  ({
    at: () => `/api/desk/decisions/${nothing}/${verb}`,
    malformed: { at: `/api/desk/decisions/x/${verb}`, status: 403 },
    status: 403,
  }) as const

/** The routes of decisions about content. Nova is not the owner of the instance. */
export const rows: readonly Row[] = [
  { route: 'GET /api/desk/decisions', status: 403 },
  {
    route: 'POST /api/desk/decisions',
    body: ({ dawn }) => ({ kind: 'track', id: dawn.id, ...reasons }),
    status: 403,
  },
  { route: 'POST /api/desk/decisions/:id/lift', ...ofDesk('lift'), body: () => ({ answer: 'Sorry' }) },
  {
    route: 'POST /api/desk/decisions/:id/answer',
    ...ofDesk('answer'),
    body: () => ({ isUpheld: true, answer: 'No' }),
  },
  { route: 'GET /api/account/decisions' },
  {
    route: 'POST /api/account/decisions/:id/objection',
    at: () => `/api/account/decisions/${nothing}/objection`,
    malformed: { at: '/api/account/decisions/x/objection', status: 404 },
    body: () => ({ text: 'It is mine.' }),
    status: 404,
  },
]
