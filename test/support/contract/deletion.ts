import type { Row } from '../contract.ts'

/** The route that deletes an account: nova has a drop that has not ended. */
export const rows: readonly Row[] = [
  { route: 'POST /api/auth/account/delete', body: () => ({ leaveOwed: true }), status: 409 },
]
