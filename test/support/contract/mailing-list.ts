import { mailingListWords } from '../../../src/lib/mailing-list-words.ts'
import type { Row } from '../contract.ts'

const write = { limit: { rate: { perMinute: 60 }, by: 'user' }, cache: 'no-store' } as const
const read = { limit: { rate: { perMinute: 300 }, by: 'user' }, method: 'GET', access: 'session', status: 200 } as const
const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** The routes of mailing lists. */
export const rows: readonly Row[] = [
  {
    ...write,
    method: 'POST',
    path: '/api/casset/:slug/mailing-list',
    access: 'session',
    at: () => '/api/casset/nova/mailing-list',
    body: () => ({ text: mailingListWords('Nova'), from: 'checkout' }),
    status: 409,
    malformed: { at: '/api/casset/No/mailing-list', status: 404 },
  },
  { ...read, path: '/api/mailing-lists', at: () => '/api/mailing-lists', cache: 'no-store' },
  {
    ...write,
    method: 'DELETE',
    path: '/api/mailing-lists/:id',
    access: 'owner',
    at: ({ consentId }) => `/api/mailing-lists/${consentId}`,
    status: 204,
    malformed: { at: '/api/mailing-lists/x', status: 404 },
    foreign: ({ consentId }) => `/api/mailing-lists/${consentId}`,
    foreignError: 'This is somebody else’s consent.',
    absent: () => `/api/mailing-lists/${nothing}`,
  },
  { ...read, path: '/api/studio/mailing-list', at: () => '/api/studio/mailing-list', cache: 'no-store' },
  {
    ...read,
    path: '/api/studio/mailing-list.csv',
    at: () => '/api/studio/mailing-list.csv',
    cache: 'private, no-store',
  },
]
