import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { signedCookie } from '../http/session.ts'
import { hmac, sameText } from '../lib/hmac.ts'
import { userByEmail } from './user-by-email.ts'

/** The name of the cookie that tells a browser from which somebody signed in before (rule 2.13). */
export const deviceCookie = 'svc_device'

/** How long a browser counts as known after a sign-in (rule 2.13). */
export const deviceMs = 365 * 86_400_000

const mostAccounts = 8
const markLength = 22
const pattern = /^[\w-]{22}(?:\.[\w-]{22}){1,8}$/

/** A browser: an id of its own, and one mark for each account that signed in from it, the latest first. */
export type Device = { readonly id: string; readonly marks: readonly string[] }

/** An account as a mark is bound to it. */
type Marked = { userId: string; passwordHash: string | null }

/** The browser of a request, when its cookie was signed by us. It opens nothing: it only has buckets of its own. */
export function deviceOf(ctx: Ctx, request: Request): Device | undefined {
  const value = signedCookie(ctx, request, deviceCookie)
  if (value === null || !pattern.test(value)) return undefined
  const [id = '', ...marks] = value.split('.')
  return { id, marks }
}

// Keyed with the hash of the password: it shows nothing of the account, and ends when the password changes.
const markOf = (id: string, { userId, passwordHash }: Marked): string =>
  hmac(passwordHash ?? 'none', `${id} ${userId}`).slice(0, markLength)

/** Whether somebody signed in to the account from this browser, and the password is still the same. */
export function isKnownTo(device: Device | undefined, account: Marked): device is Device {
  if (device === undefined || account.passwordHash === null) return false
  const own = markOf(device.id, account)
  return device.marks.some((mark) => sameText(mark, own))
}

/** Who the buckets of a browser that the account knows belong to. */
export const actorOfDevice = ({ id }: Device, userId: string): string => `device:${id}:${userId}`

/** The same for the account that an unchecked body names; undefined when the browser is not known to it. */
export function knownActor(ctx: Ctx, request: Request, body: unknown): string | undefined {
  const device = deviceOf(ctx, request)
  const email: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'email') : undefined
  if (device === undefined || typeof email !== 'string') return undefined
  const account = userByEmail(ctx, email)
  return account && isKnownTo(device, account) ? actorOfDevice(device, account.userId) : undefined
}

/** What the cookie holds once an account signed in: the same browser, its mark first, and those of a few others. */
export function deviceWith(ctx: Ctx, device: Device | undefined, userId: string): string {
  const id = device?.id ?? Buffer.from(ctx.random(16)).toString('base64url')
  const { passwordHash = null } =
    ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)).get() ?? {}
  const own = markOf(id, { userId, passwordHash })
  const others = device?.marks.filter((mark) => mark !== own) ?? []
  return [id, own, ...others].slice(0, mostAccounts + 1).join('.')
}
