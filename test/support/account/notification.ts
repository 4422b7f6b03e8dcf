import { inTransaction } from '../../../db/commits.ts'
import { pushSubscriptions } from '../../../db/schema/account/notification.ts'
import { notify } from '../../../src/account/notification/notify.ts'
import { saleNotification } from '../../../src/order/settle/sale-notification.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'
import { newBrowser } from './push.ts'

/** A notification as the list has it. */
export type Told = { id: string; kind: string; title: string; text: string; path: string; read: boolean }

/** A page of somebody's notifications. */
export async function listed(svc: TestServer, { cookie }: Person, query = '') {
  const { text } = await svc.call('GET', `/api/notifications${query}`, { cookie })
  const page: { notifications: Told[]; nextCursor: string | null } = JSON.parse(text)
  return page
}

/** The news of somebody, newest first: title and text. */
export const toldTo = async (svc: TestServer, person: Person): Promise<string[]> =>
  (await listed(svc, person)).notifications.map(({ title, text }) => `${title} | ${text}`)

export const unreadOf = async (svc: TestServer, { cookie }: Person): Promise<unknown> =>
  (await svc.call('GET', '/api/notifications/unread-count', { cookie })).json

/** Tells an artist that somebody has collected something: an event of its own for each key. */
export const tell = ({ ctx }: TestServer, to: Person, by: Person, key: string): void =>
  inTransaction(ctx.db, () =>
    notify(ctx, saleNotification, { artistId: to.artistId, actorId: by.artistId, key, details: collected }),
  )

/** The kept details of such an event. */
export const collected = { did: 'collected First Light', amount: 700, currency: 'usd', message: null, isTest: false }

/** A browser that is pushed to, as the database knows one. Returns its id. */
export function addSubscription({ ctx }: Pick<TestServer, 'ctx'>, { userId, sessionId }: Person): string {
  const id = ctx.uuid()
  const now = ctx.now()
  const { endpoint, keys } = newBrowser('https://fcm.googleapis.com')
  const row = { id, userId, sessionId, endpoint, ...keys, createdAt: now, confirmedAt: now, pushedTo: 0 }
  ctx.db.insert(pushSubscriptions).values(row).run()
  return id
}
