import type { Row } from '../contract.ts'

const write = { limit: { rate: { perMinute: 60 }, by: 'user' }, cache: 'no-store' } as const
const read = { limit: { rate: { perMinute: 300 }, by: 'user' }, cache: 'no-store' } as const
const nothing = '0193b5a0-0000-7000-8000-000000000000'

const ofOne = {
  path: '/api/studio/releases/:id',
  access: 'owner',
  at: ({ releaseId }) => `/api/studio/releases/${releaseId}`,
  malformed: { at: '/api/studio/releases/x', status: 404 },
  foreign: ({ releaseId }) => `/api/studio/releases/${releaseId}`,
  foreignError: 'This release belongs to somebody else.',
  absent: () => `/api/studio/releases/${nothing}`,
} as const satisfies Partial<Row>

const internal = (end: string) =>
  ({
    ...ofOne,
    path: `/api/internal/releases/:id/${end}`,
    at: ({ draftId }) => `/api/internal/releases/${draftId}/${end}`,
    malformed: { at: `/api/internal/releases/x/${end}`, status: 404 },
    foreign: ({ draftId }) => `/api/internal/releases/${draftId}/${end}`,
    absent: () => `/api/internal/releases/${nothing}/${end}`,
  }) as const satisfies Partial<Row>

const agent = (path: string): Row => ({
  method: 'GET',
  path,
  access: 'public',
  limit: { rate: { perMinute: 120 }, by: 'address' },
  at: ({ releaseId }) => path.replace(':id', releaseId),
  status: 200,
  cache: 'public, max-age=60, stale-while-revalidate=300',
  malformed: { at: path.replace(':id', 'x'), status: 404 },
  absent: ({ draftId }) => path.replace(':id', draftId),
})

/** The routes of releases. */
export const rows: readonly Row[] = [
  {
    ...write,
    method: 'POST',
    path: '/api/studio/releases',
    access: 'session',
    at: () => '/api/studio/releases',
    body: ({ dawn }) => ({ title: 'Dawn', type: 'SINGLE', trackIds: [dawn.id] }),
    status: 201,
  },
  {
    ...read,
    method: 'GET',
    path: '/api/studio/releases',
    access: 'session',
    at: () => '/api/studio/releases',
    status: 200,
    malformed: { at: '/api/studio/releases?limit=x', status: 400 },
  },
  { ...ofOne, ...read, method: 'GET', status: 200 },
  { ...ofOne, ...write, method: 'PATCH', body: () => ({ title: 'Second Light' }), status: 200 },
  { ...internal('dna'), ...read, method: 'GET', status: 200 },
  { ...internal('manifest-preview'), ...read, method: 'GET', status: 200 },
  { ...internal('provenance-preview'), ...read, method: 'GET', status: 200 },
  {
    ...internal('permissions'),
    ...write,
    method: 'PATCH',
    body: () => ({ scope: 'remix', decision: 'REQUIRE_LICENSE', price: { amount: 500, currency: 'usd' } }),
    status: 200,
  },
  { ...internal('publish'), ...write, method: 'POST', body: () => ({ notes: 'The first one.' }), status: 202 },
  {
    ...read,
    method: 'GET',
    path: '/api/agents/releases',
    access: 'public',
    at: () => '/api/agents/releases?query=first',
    status: 200,
    limit: { rate: { perMinute: 120 }, by: 'address' },
    cache: 'public, max-age=60, stale-while-revalidate=300',
    malformed: { at: '/api/agents/releases?cursor=x', status: 400 },
  },
  agent('/api/agents/releases/:id/manifest'),
  agent('/api/agents/releases/:id/dna'),
  agent('/api/agents/releases/:id/provenance'),
  agent('/api/agents/releases/:id/lineage'),
  agent('/api/releases/:id/dossier'),
  {
    ...agent('/api/agents/releases/:id/permission-check'),
    method: 'POST',
    limit: { rate: { perMinute: 30 }, by: 'address' },
    body: () => ({ scope: 'remix', agentKey: 'librarian' }),
    cache: 'no-store',
  },
  {
    ...agent('/api/agents/releases/:id/derivatives'),
    method: 'POST',
    access: 'agent',
    limit: { rate: { perMinute: 30 }, by: 'address' },
    body: () => ({ relation: 'REMIX', derivative: { url: 'https://remix.example/', title: 'Dusk', creator: 'Ada' } }),
    status: 403,
    cache: 'no-store',
  },
  {
    ...agent('/api/agents/releases/:id/license-quote'),
    method: 'POST',
    limit: { rate: { perMinute: 30 }, by: 'address' },
    body: () => ({ scopes: ['remix'] }),
    cache: 'no-store',
  },
  {
    ...agent('/api/agents/releases/:id/access'),
    method: 'POST',
    limit: { rate: { perMinute: 30 }, by: 'address' },
    body: () => ({ scope: 'stream', resource: 'manifest' }),
    cache: 'no-store',
  },
  {
    ...agent('/api/agents/releases/:id/grant'),
    at: ({ releaseId }) => `/api/agents/releases/${releaseId}/grant?token=x`,
    status: 403,
    cache: 'no-store',
    malformed: { at: '/api/agents/releases/x/grant?token=x', status: 404 },
    absent: ({ draftId }) => `/api/agents/releases/${draftId}/grant?token=x`,
  },
  {
    method: 'POST',
    path: '/api/checkout/license',
    access: 'public',
    limit: { rate: { perMinute: 30 }, by: 'address' },
    at: () => '/api/checkout/license',
    body: () => ({ quoteId: nothing }),
    status: 404,
    cache: 'no-store',
  },
  {
    method: 'POST',
    path: '/api/checkout/license/claim',
    access: 'public',
    limit: { rate: { perMinute: 30 }, by: 'address' },
    at: () => '/api/checkout/license/claim',
    body: () => ({ paymentIntentId: 'pi_1', clientSecret: 's' }),
    status: 409,
    cache: 'no-store',
  },
]
