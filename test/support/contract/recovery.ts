import type { Row } from '../contract.ts'

const write = { rate: { perMinute: 60 }, by: 'user' } as const
const noStore = 'no-store'

const row = (
  method: 'POST' | 'DELETE',
  path: string,
  access: 'public' | 'session',
  status: number,
  body?: object,
): Row => ({
  method,
  path,
  access,
  limit: write,
  at: () => path,
  ...(body === undefined ? {} : { body: () => ({ ...body }) }),
  status,
  cache: noStore,
})

/** Routes of another email address and of ending the other sessions. The server of this table sends no mail. */
export const rows: readonly Row[] = [
  row('DELETE', '/api/auth/sessions', 'session', 204),
  row('POST', '/api/auth/confirm/challenge', 'session', 200),
  row('POST', '/api/auth/email/change', 'session', 409, { email: 'nova@elsewhere.example' }),
  row('POST', '/api/auth/email/confirm', 'public', 400, { token: 'x' }),
  row('POST', '/api/auth/email/undo', 'public', 400, { token: 'x' }),
]
