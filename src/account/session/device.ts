import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { hmac, sameText } from '../../lib/hash/hmac.ts'
import { cookieDays } from '../../lib/stored/in-browsers.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { signedCookie } from '../../platform/http/session/session.ts'
import { userByEmail } from '../user-by-email.ts'

/** Identifies a browser that signed in before (rule: password-attempts). */
export const deviceCookie = 'svc_device'

/** How long a browser counts as known after a sign-in (rule: password-attempts). */
export const deviceMs = cookieDays[deviceCookie] * dayMs

const mostAccounts = 8
const markLength = 22
const pattern = /^[\w-]{22}(?:\.[\w-]{22}){1,8}$/

/** `marks`: one for each account that signed in from it, latest first. */
export type Device = { readonly id: string; readonly marks: readonly string[] }

type Marked = { userId: string; passwordHash: string | null }

/** Needs our signature on the cookie. It grants no access, only separate rate limits. */
export function deviceOf(ctx: Ctx, request: Request): Device | undefined {
  const value = signedCookie(ctx, request, deviceCookie)
  if (value === null || !pattern.test(value)) return undefined
  const [id = '', ...marks] = value.split('.')
  return { id, marks }
}

// Keyed with the password hash, so the mark reveals nothing about the account and ends when the
// password changes.
const markOf = (id: string, { userId, passwordHash }: Marked): string =>
  hmac(passwordHash ?? 'none', `${id} ${userId}`).slice(0, markLength)

/** Returns whether this browser has signed in to the account with its current password. */
export function isKnownTo(device: Device | undefined, account: Marked): device is Device {
  if (device === undefined || account.passwordHash === null) return false
  const own = markOf(device.id, account)
  return device.marks.some((mark) => sameText(mark, own))
}

export const actorOfDevice = ({ id }: Device, userId: string): string => `device:${id}:${userId}`

/** The body is not validated. Undefined when the account does not know the browser. */
export function knownActor(ctx: Ctx, request: Request, body: unknown): string | undefined {
  const device = deviceOf(ctx, request)
  const email: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'email') : undefined
  if (device === undefined || typeof email !== 'string') return undefined
  const account = userByEmail(ctx, email)
  return account && isKnownTo(device, account) ? actorOfDevice(device, account.userId) : undefined
}

/**
 * A browser that the account knows has a bucket of its own, so that nobody else at its address can
 * lock its owner out.
 */
export const knownBrowser = (ctx: Ctx) => (request: Request, body: unknown) => knownActor(ctx, request, body)

/** This account's mark comes first, then those of a few others. */
export function deviceWith(ctx: Ctx, device: Device | undefined, userId: string): string {
  const id = device?.id ?? Buffer.from(ctx.random(16)).toString('base64url')
  const { passwordHash = null } =
    ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)).get() ?? {}
  const own = markOf(id, { userId, passwordHash })
  const others = device?.marks.filter((mark) => mark !== own) ?? []
  return [id, own, ...others].slice(0, mostAccounts + 1).join('.')
}
