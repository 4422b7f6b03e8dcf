import type { Row, Stage } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

const draft = ({ dawn }: Stage) => ({
  title: 'Move',
  brief: 'A clip.',
  hookId: dawn.hookId,
  endsAt: new Date(Date.now() + 86_400_000).toISOString(),
  winners: 1,
  split: [100],
})

/** A route by which an artist does something with a drop. */
const acting = (what: string, status: number, body: Record<string, unknown> = {}): Row => ({
  route: `POST /api/campaign/:id/${what}`,
  at: ({ dropId }) => `/api/campaign/${dropId}/${what}`,
  body: () => body,
  status,
  malformed: { at: `/api/campaign/x/${what}`, status: 404 },
  foreign: ({ dropId }) => `/api/campaign/${dropId}/${what}`,
  foreignError: 'This drop belongs to somebody else.',
  absent: () => `/api/campaign/${nothing}/${what}`,
})

/** The routes of drops. nova has an open one, which nobody has entered. */
export const rows: readonly Row[] = [
  { route: 'GET /api/campaigns', at: () => '/api/campaigns?state=OPEN' },
  { route: 'POST /api/campaigns', body: draft, status: 201 },
  ...['', '/leaderboard'].map(
    (rest): Row => ({
      route: `GET /api/campaign/:id${rest}`,
      at: ({ dropId }) => `/api/campaign/${dropId}${rest}`,
      malformed: { at: `/api/campaign/x${rest}`, status: 404 },
      absent: () => `/api/campaign/${nothing}${rest}`,
    }),
  ),
  {
    route: 'POST /api/campaign/:id/decline',
    at: ({ dropId }) => `/api/campaign/${dropId}/decline`,
    body: () => ({}),
    status: 409,
    malformed: { at: '/api/campaign/x/decline', status: 404 },
    absent: () => `/api/campaign/${nothing}/decline`,
  },
  {
    ...acting('', 409, { title: 'Still' }),
    route: 'PATCH /api/campaign/:id',
    at: ({ dropId }) => `/api/campaign/${dropId}`,
    malformed: { at: '/api/campaign/x', status: 404 },
    foreign: ({ dropId }) => `/api/campaign/${dropId}`,
    absent: () => `/api/campaign/${nothing}`,
  },
  acting('fund', 409, { amount: 1_000 }),
  acting('launch', 409),
  acting('select-winner', 409),
  acting('payout', 409),
  acting('cancel', 200, { reason: 'Nobody came.' }),
]
