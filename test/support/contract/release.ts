import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

const ofOne = {
  at: ({ releaseId }) => `/api/studio/releases/${releaseId}`,
  malformed: { at: '/api/studio/releases/x', status: 404 },
  foreign: ({ releaseId }) => `/api/studio/releases/${releaseId}`,
  foreignError: 'This release belongs to somebody else.',
  absent: () => `/api/studio/releases/${nothing}`,
} as const satisfies Partial<Row>

const internal = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', end: string) =>
  ({
    ...ofOne,
    route: `${method} /api/internal/releases/:id/${end}`,
    at: ({ draftId }) => `/api/internal/releases/${draftId}/${end}`,
    malformed: { at: `/api/internal/releases/x/${end}`, status: 404 },
    foreign: ({ draftId }) => `/api/internal/releases/${draftId}/${end}`,
    absent: () => `/api/internal/releases/${nothing}/${end}`,
  }) as const satisfies Partial<Row>

const agent = (path: string, method: 'GET' | 'POST' = 'GET'): Row => ({
  route: `${method} ${path}`,
  at: ({ releaseId }) => path.replace(':id', releaseId),
  ...(method === 'GET' ? { cache: 'public, max-age=60, stale-while-revalidate=300' } : {}),
  malformed: { at: path.replace(':id', 'x'), status: 404 },
  absent: ({ draftId }) => path.replace(':id', draftId),
})

export const rows: readonly Row[] = [
  {
    route: 'POST /api/studio/releases',
    body: ({ dawn }) => ({ title: 'Dawn', type: 'SINGLE', trackIds: [dawn.id] }),
    status: 201,
  },
  {
    route: 'GET /api/studio/releases',
    malformed: { at: '/api/studio/releases?limit=x', status: 400 },
  },
  { route: 'GET /api/studio/releases/:id', ...ofOne },
  { route: 'PATCH /api/studio/releases/:id', ...ofOne, body: () => ({ title: 'Second Light' }) },
  { ...internal('GET', 'dna') },
  { ...internal('GET', 'manifest-preview') },
  { ...internal('GET', 'provenance-preview') },
  { ...internal('GET', 'derivatives') },
  {
    ...internal('DELETE', 'derivatives/:linkId'),
    at: ({ draftId }) => `/api/internal/releases/${draftId}/derivatives/${nothing}`,
    malformed: { at: `/api/internal/releases/x/derivatives/${nothing}`, status: 404 },
    foreign: ({ draftId }) => `/api/internal/releases/${draftId}/derivatives/${nothing}`,
    absent: () => `/api/internal/releases/${nothing}/derivatives/${nothing}`,
    status: 404,
  },
  {
    ...internal('PATCH', 'permissions'),
    body: () => ({ scope: 'remix', decision: 'REQUIRE_LICENSE', price: { amount: 500, currency: 'usd' } }),
  },
  { ...internal('POST', 'publish'), body: () => ({ notes: 'The first one.' }), status: 202 },
  {
    route: 'GET /api/agents/releases',
    at: () => '/api/agents/releases?query=first',
    cache: 'public, max-age=60, stale-while-revalidate=300',
    malformed: { at: '/api/agents/releases?cursor=x', status: 400 },
  },
  agent('/api/agents/releases/:id/manifest'),
  agent('/api/agents/releases/:id/versions'),
  {
    ...agent('/api/agents/releases/:id/manifest/:version'),
    at: ({ releaseId }) => `/api/agents/releases/${releaseId}/manifest/1`,
    malformed: { at: `/api/agents/releases/${nothing}/manifest/x`, status: 404 },
    absent: ({ releaseId }) => `/api/agents/releases/${releaseId}/manifest/2`,
  },
  agent('/api/agents/releases/:id/dna'),
  agent('/api/agents/releases/:id/provenance'),
  { ...agent('/api/agents/releases/:id/provenance/proof'), cache: 'no-store' },
  agent('/api/agents/releases/:id/lineage'),
  agent('/api/releases/:id/dossier'),
  {
    ...agent('/api/agents/releases/:id/permission-check', 'POST'),
    body: () => ({ scope: 'remix', agentKey: 'librarian' }),
  },
  {
    ...agent('/api/agents/releases/:id/derivatives', 'POST'),
    body: () => ({ relation: 'REMIX', derivative: { url: 'https://remix.example/', title: 'Dusk', creator: 'Ada' } }),
    status: 403,
  },
  {
    route: 'POST /api/agents/releases/:id/claims',
    at: ({ releaseId }) => `/api/agents/releases/${releaseId}/claims`,
    malformed: { at: '/api/agents/releases/x/claims', status: 401 },
    body: () => ({ relation: 'REMIX', derivative: { url: 'https://remix.example/', title: 'Dusk', creator: 'Ada' } }),
    status: 401,
  },
  {
    route: 'POST /api/agents/permission-checks',
    body: ({ releaseId }) => ({ checks: [{ releaseId, scope: 'remix' }] }),
  },
  {
    ...agent('/api/agents/releases/:id/license-quote', 'POST'),
    body: () => ({ scopes: ['remix'] }),
  },
  {
    ...agent('/api/agents/releases/:id/access', 'POST'),
    body: () => ({ scope: 'stream', resource: 'download' }),
    status: 402,
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
    route: 'GET /api/agents/licenses/:id',
    at: () => `/api/agents/licenses/${nothing}`,
    status: 404,
    malformed: { at: '/api/agents/licenses/x', status: 404 },
    absent: () => `/api/agents/licenses/${nothing}`,
  },
  {
    route: 'GET /api/agents/license-lists/:list',
    at: () => '/api/agents/license-lists/1-1',
    status: 404,
    malformed: { at: '/api/agents/license-lists/x', status: 404 },
    absent: () => '/api/agents/license-lists/9-9',
  },
  {
    route: 'GET /api/agents/licenses/:id/certificate',
    at: () => `/api/agents/licenses/${nothing}/certificate`,
    status: 404,
    malformed: { at: '/api/agents/licenses/x/certificate', status: 404 },
    absent: () => `/api/agents/licenses/${nothing}/certificate`,
  },
  {
    route: 'POST /api/agents/licenses/:id/access',
    at: () => `/api/agents/licenses/${nothing}/access`,
    body: () => ({ resource: 'download' }),
    status: 404,
    malformed: { at: '/api/agents/licenses/x/access', status: 404 },
    absent: () => `/api/agents/licenses/${nothing}/access`,
  },
  {
    route: 'GET /api/agents/licenses/:id/grant',
    at: () => `/api/agents/licenses/${nothing}/grant?token=x`,
    status: 404,
    malformed: { at: '/api/agents/licenses/x/grant?token=x', status: 404 },
    absent: () => `/api/agents/licenses/${nothing}/grant?token=x`,
  },
  {
    route: 'GET /api/agents/license-requests/:id',
    at: () => `/api/agents/license-requests/${nothing}`,
    status: 404,
    malformed: { at: '/api/agents/license-requests/x', status: 404 },
    absent: () => `/api/agents/license-requests/${nothing}`,
  },
  {
    route: 'DELETE /api/agents/license-requests/:id',
    at: () => `/api/agents/license-requests/${nothing}`,
    status: 404,
    malformed: { at: '/api/agents/license-requests/x', status: 404 },
    absent: () => `/api/agents/license-requests/${nothing}`,
  },
  { ...internal('GET', 'requests') },
  {
    ...internal('POST', 'requests/:requestId/answer'),
    at: ({ draftId }) => `/api/internal/releases/${draftId}/requests/${nothing}/answer`,
    malformed: { at: `/api/internal/releases/x/requests/${nothing}/answer`, status: 404 },
    foreign: ({ draftId }) => `/api/internal/releases/${draftId}/requests/${nothing}/answer`,
    absent: () => `/api/internal/releases/${nothing}/requests/${nothing}/answer`,
    body: () => ({ answer: 'no' }),
    status: 404,
  },
  {
    route: 'POST /api/checkout/test/shared-token',
    body: () => ({ amount: 700, currency: 'usd' }),
    status: 404,
  },
  { route: 'POST /api/checkout/license', body: () => ({ quoteId: nothing }), status: 404 },
  {
    route: 'POST /api/checkout/license/claim',
    body: () => ({ paymentIntentId: 'pi_1', clientSecret: 's' }),
    status: 409,
  },
  { route: 'POST /api/checkout/license/certificate', body: () => ({ certificate: '{}' }), status: 400 },
]
