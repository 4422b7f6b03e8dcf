import type { Row } from '../contract.ts'

const auth = { rate: { perMinute: 10 }, by: 'address' } as const
const write = { rate: { perMinute: 60 }, by: 'user' } as const
const noStore = 'no-store'
const proof = { id: 'x', clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' }
const step = 'x'

const post = (path: string, access: 'public' | 'session', status: number, body?: object): Row => ({
  method: 'POST',
  path,
  access,
  limit: access === 'public' ? auth : write,
  at: () => path,
  ...(body === undefined ? {} : { body: () => ({ ...body }) }),
  status,
  cache: noStore,
})

/** Routes of passkeys. The steps here are begun by nobody, so what would finish them is refused. */
export const rows: readonly Row[] = [
  {
    method: 'GET',
    path: '/api/auth/passkeys',
    access: 'session',
    limit: { rate: { perMinute: 300 }, by: 'user' },
    at: () => '/api/auth/passkeys',
    status: 200,
    cache: noStore,
  },
  post('/api/auth/passkeys/challenge', 'session', 200),
  post('/api/auth/passkeys', 'session', 409, {
    step,
    id: 'x',
    clientDataJSON: 'x',
    attestationObject: 'x',
    transports: [],
  }),
  {
    method: 'DELETE',
    path: '/api/auth/passkeys/:id',
    access: 'session',
    limit: write,
    at: () => '/api/auth/passkeys/0193b5a0-0000-7000-8000-000000000000',
    status: 404,
    cache: noStore,
    malformed: { at: '/api/auth/passkeys/x', status: 404 },
  },
  post('/api/auth/passkeys/sign-in/challenge', 'public', 200),
  post('/api/auth/passkeys/sign-in', 'public', 409, { step, proof }),
  // Nova has neither password nor passkey, and signed in a moment ago.
  post('/api/auth/confirm', 'session', 204, {}),
  post('/api/auth/second-step/challenge', 'public', 409, { step }),
  post('/api/auth/second-step', 'public', 409, { step, recoveryCode: 'x' }),
  post('/api/auth/second-factor', 'session', 409),
  {
    method: 'DELETE',
    path: '/api/auth/second-factor',
    access: 'session',
    limit: write,
    at: () => '/api/auth/second-factor',
    status: 204,
    cache: noStore,
  },
]
