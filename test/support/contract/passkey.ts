import type { Row } from '../contract.ts'

const proof = { id: 'x', clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' }
const step = 'x'

const post = (path: string, status: number, body?: object): Row => ({
  route: `POST ${path}`,
  ...(body === undefined ? {} : { body: () => ({ ...body }) }),
  status,
})

/** Routes of passkeys. The steps here are begun by nobody, so what would finish them is refused. */
export const rows: readonly Row[] = [
  { route: 'GET /api/auth/passkeys' },
  post('/api/auth/passkeys/challenge', 200),
  post('/api/auth/passkeys', 409, {
    step,
    id: 'x',
    clientDataJSON: 'x',
    attestationObject: 'x',
    transports: [],
  }),
  {
    route: 'DELETE /api/auth/passkeys/:id',
    at: () => '/api/auth/passkeys/0193b5a0-0000-7000-8000-000000000000',
    status: 404,
    malformed: { at: '/api/auth/passkeys/x', status: 404 },
  },
  post('/api/auth/passkeys/sign-in/challenge', 200),
  post('/api/auth/passkeys/sign-in', 409, { step, proof }),
  // Nova has neither password nor passkey, and signed in a moment ago.
  post('/api/auth/confirm', 204, {}),
  post('/api/auth/second-step/challenge', 409, { step }),
  post('/api/auth/second-step', 409, { step, recoveryCode: 'x' }),
  post('/api/auth/second-factor', 409),
  { route: 'DELETE /api/auth/second-factor', status: 204 },
]
