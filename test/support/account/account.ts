import { expect } from 'bun:test'
import type { Answer, TestServer } from '../server.ts'

/** A password that is long enough. */
export const password = 'correct horse battery'

/** The cookie pair that an answer sets, as a browser sends it back. */
export function cookieOf({ headers }: Answer): string {
  const [first = ''] = headers.getSetCookie()
  return first.split(';')[0] ?? ''
}

export const signUpBody = (handle: string, changes: Record<string, unknown> = {}) => ({
  email: `${handle}@example.org`,
  password,
  handle,
  displayName: `The ${handle}`,
  ...changes,
})

/** Signs somebody up through the door and gives the signed-in cookie. */
export async function signUp(svc: TestServer, handle: string): Promise<string> {
  const answer = await svc.call('POST', '/api/auth/signup', { body: signUpBody(handle) })
  expect(answer.status).toBe(201)
  return cookieOf(answer)
}

export const logIn = (svc: TestServer, email: string, secret = password, headers: Record<string, string> = {}) =>
  svc.call('POST', '/api/auth/login', { body: { email, password: secret }, headers })

const ofOthers = "WHERE kind NOT LIKE 'sweep-%' AND kind NOT IN ('gather-digest', 'account-fees', 'make-statements')"

/**
 * Every row of a table, so that a test can say that nothing was written. Jobs of housekeeping and
 * of gathered emails are left out.
 */
export const rowsOf = (svc: TestServer, table: string): unknown[] =>
  svc.ctx.db.$client.query(`SELECT * FROM ${table} ${table === 'jobs' ? ofOthers : ''}`).all()
