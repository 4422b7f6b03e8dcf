import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

const ofDesk = (verb: string) =>
  ({
    at: () => `/api/desk/people/${nothing}${verb}`,
    malformed: { at: `/api/desk/people/x${verb}`, status: 403 },
    status: 403,
  }) as const

/** The routes of people at the desk. Nova is not the owner of the instance. */
export const rows: readonly Row[] = [
  {
    route: 'POST /api/desk/guests/read',
    at: () => '/api/desk/guests/read',
    body: () => ({ email: 'a@example.com' }),
    status: 403,
  },
  {
    route: 'POST /api/desk/guests/erase',
    at: () => '/api/desk/guests/erase',
    body: () => ({ email: 'a@example.com', reason: 'They asked.' }),
    status: 403,
  },
  { route: 'GET /api/desk/people/:id', ...ofDesk('') },
  { route: 'POST /api/desk/people/:id/sign-out', ...ofDesk('/sign-out') },
  { route: 'POST /api/desk/people/:id/reset-link', ...ofDesk('/reset-link') },
  {
    route: 'POST /api/desk/people/:id/delete',
    ...ofDesk('/delete'),
    body: () => ({ handle: 'nobody', reason: 'They asked.' }),
  },
]
