import type { Answer, TestServer } from '../server.ts'

/** The caller: an account by its session, or a guest by the secret of the order's link. */
export type Asking = { cookie?: string | undefined; secret?: string }

/** The part of a body that says so. */
export const linkOf = ({ secret = '' }: Asking) => (secret === '' ? {} : { secret })

export const giveBack = (svc: Pick<TestServer, 'call'>, orderId: string, who: Asking): Promise<Answer> =>
  svc.call('POST', `/api/orders/${orderId}/give-back`, { cookie: who.cookie, body: linkOf(who) })

export const askMoneyBack = (svc: Pick<TestServer, 'call'>, orderId: string, who: Asking): Promise<Answer> =>
  svc.call('POST', `/api/preorders/${orderId}/refund`, { cookie: who.cookie, body: linkOf(who) })
