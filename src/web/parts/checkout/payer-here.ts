import type { Ctx } from '../../../context.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { restSecrets } from '../../../shop/guest/rest-cookie.ts'
import { heldByLink } from '../../../shop/guest/rest-of-links.ts'
import type { Payer } from '../../../shop/rest/rest.ts'

export type PayerHere = {
  /** The holder of single tracks that are taken off the price; null where there are none. */
  payer: Payer | null
  /** The secrets by which a guest gets the rest for the difference; none for an account. */
  secrets: string[]
  /** For an account: whether this browser has bought single tracks without one. */
  hasOthers: boolean
}

export function payerHere(ctx: Ctx, viewer: Viewer | null, request: Request, cassetId: string): PayerHere {
  const links = restSecrets(request).flatMap((secret) => {
    const held = heldByLink(ctx, secret, cassetId)
    return held === undefined || held.hasRest ? [] : [{ secret, orderIds: held.orderIds }]
  })
  const isGuests = links.length > 0
  if (viewer) return { payer: { holderId: viewer.userId }, secrets: [], hasOthers: isGuests }
  const orderIds = [...new Set(links.flatMap((link) => link.orderIds))]
  return { payer: isGuests ? { orderIds } : null, secrets: links.map(({ secret }) => secret), hasOthers: false }
}
