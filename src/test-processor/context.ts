import { randomString, type Server } from './server.ts'
import type { AccountStore } from './store/store.ts'

/** The API request that caused an event, as the event names it; nulls when none did. */
export type EventRequest = { id: string | null; idempotency_key: string | null }

/** The server, the account acted for, its store, and the request behind the operation. */
export type AccountContext = {
  readonly server: Server
  readonly account: string
  readonly store: AccountStore
  readonly eventRequest: EventRequest
}

/** Returns the current time in Unix seconds, Stripe's unit. */
export const nowSec = (ctx: AccountContext): number => Math.floor(ctx.server.nowMs() / 1000)

export const inAccount = (ctx: AccountContext, account: string): AccountContext => ({
  ...ctx,
  account,
  store: ctx.server.stores.of(account),
})

export const inPlatform = (ctx: AccountContext): AccountContext => inAccount(ctx, ctx.server.platform)

/** Returns a context for work that no API request caused, such as a scheduled task. */
export const backgroundContext = (server: Server, account: string): AccountContext => ({
  server,
  account,
  store: server.stores.of(account),
  eventRequest: { id: null, idempotency_key: null },
})

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const timeLength = 6

/** Returns a time as digits that sort like it, until the year 3769. */
function sortableTime(seconds: number): string {
  let text = ''
  for (let rest = seconds; text.length < timeLength; rest = Math.floor(rest / digits.length)) {
    text = `${digits[rest % digits.length]}${text}`
  }
  return text
}

/**
 * Returns a new id such as `pi_…`. As it starts with the time, new rows are next to each other in
 * the file's indexes, and a commit writes few pages.
 */
export const newId = (ctx: AccountContext, prefix: string, length = 24): string =>
  `${prefix}_${sortableTime(nowSec(ctx))}${randomString(ctx.server.random, length - timeLength)}`
