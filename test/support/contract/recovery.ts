import type { Row } from '../contract.ts'

const row = (route: Row['route'], status: number, body?: object): Row => ({
  route,
  ...(body === undefined ? {} : { body: () => ({ ...body }) }),
  status,
})

/**
 * Routes of another email address and of ending the other sessions. The server of this table sends
 * no email.
 */
export const rows: readonly Row[] = [
  row('DELETE /api/auth/sessions', 204),
  row('POST /api/auth/confirm/challenge', 200),
  row('POST /api/auth/email/change', 409, { email: 'nova@elsewhere.example' }),
  row('POST /api/auth/email/confirm', 400, { token: 'x' }),
  row('POST /api/auth/email/undo', 400, { token: 'x' }),
]
