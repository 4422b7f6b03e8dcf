import { mailingListText } from '../../../src/lib/account/mailing-list-text.ts'
import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

export const rows: readonly Row[] = [
  {
    route: 'POST /api/casset/:slug/mailing-list',
    at: () => '/api/casset/nova/mailing-list',
    body: () => ({ text: mailingListText('Nova'), from: 'checkout' }),
    status: 409,
    malformed: { at: '/api/casset/No/mailing-list', status: 404 },
  },
  { route: 'GET /api/mailing-lists' },
  {
    route: 'DELETE /api/mailing-lists/:id',
    at: ({ consentId }) => `/api/mailing-lists/${consentId}`,
    status: 204,
    malformed: { at: '/api/mailing-lists/x', status: 404 },
    foreign: ({ consentId }) => `/api/mailing-lists/${consentId}`,
    foreignError: 'This is somebody else’s consent.',
    absent: () => `/api/mailing-lists/${nothing}`,
  },
  { route: 'GET /api/studio/mailing-list' },
  { route: 'GET /api/studio/mailing-list.csv', cache: 'private, no-store' },
  {
    route: 'POST /api/casset/:slug/follow-by-email',
    at: () => '/api/casset/nova/follow-by-email',
    body: () => ({ email: 'bea@example.com' }),
    status: 409,
    malformed: { at: '/api/casset/No/follow-by-email', status: 404 },
  },
  {
    route: 'DELETE /api/casset/:slug/follow',
    at: () => '/api/casset/nova/follow',
    status: 204,
    malformed: { at: '/api/casset/No!/follow', status: 404 },
  },
  {
    route: 'POST /api/studio/mailing-list/addresses',
    body: () => ({ lines: ['a@example.com'], agreedBy: 'paper', agreed: true }),
    status: 409,
  },
]
