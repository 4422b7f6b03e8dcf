import { password } from '../account/account.ts'
import type { Row } from '../contract.ts'

/** The routes of listeners: their sign-up, and becoming an artist. */
export const rows: readonly Row[] = [
  {
    route: 'POST /api/auth/signup/listener',
    body: () => ({ email: 'eve@example.org', password, displayName: 'Eve' }),
    status: 201,
    isAlone: true,
  },
  { route: 'POST /api/auth/artist', status: 204 },
  { route: 'POST /api/auth/handle', body: () => ({ handle: 'nova' }) },
]
