import { and, asc, desc, eq, ne, notInArray, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { guestLinks } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import { sha256Hex } from '../lib/hash/hmac.ts'
import { type Order, orderById } from './order.ts'
import { tellLater } from './tell-payment.ts'

/** The purpose of a secret link: to open or claim a purchase, a gift or a license, or the rest. */
export type LinkPurpose = (typeof guestLinks.$inferSelect)['purpose']

// Each email has links of its own, also when it is sent again; nobody needs more than these.
const mostLinks = 30

const byHash = prepared((db) =>
  db
    .select({ orderId: guestLinks.orderId })
    .from(guestLinks)
    .where(
      and(eq(guestLinks.tokenHash, sql.placeholder('tokenHash')), eq(guestLinks.purpose, sql.placeholder('purpose'))),
    ),
)

export const collectedUrl = ({ site }: Pick<Ctx, 'site'>, secret: string): string =>
  `${site.origin}/collected/${secret}`

/** Returns a new secret of 256 bits for a link. */
export const newSecret = ({ random }: Pick<Ctx, 'random'>): string => Buffer.from(random(32)).toString('base64url')

/** Stores the hash of a link's secret; only the newest ones of an order and a purpose work. */
export function saveLink(ctx: Ctx, orderId: string, purpose: LinkPurpose, tokenHash: string): void {
  const { db } = ctx
  db.insert(guestLinks).values({ tokenHash, orderId, purpose, createdAt: ctx.now() }).onConflictDoNothing().run()
  const ofOrder = and(eq(guestLinks.orderId, orderId), eq(guestLinks.purpose, purpose))
  const newest = db
    .select({ tokenHash: guestLinks.tokenHash })
    .from(guestLinks)
    .where(ofOrder)
    .orderBy(desc(guestLinks.createdAt))
    .limit(mostLinks)
  db.delete(guestLinks)
    .where(and(ofOrder, notInArray(guestLinks.tokenHash, newest)))
    .run()
}

/** Only the hash of the secret is stored, and told to the payment. */
export function issueLink(ctx: Ctx, orderId: string, purpose: LinkPurpose): string {
  const secret = newSecret(ctx)
  saveLink(ctx, orderId, purpose, sha256Hex(secret))
  if (purpose !== 'rest') tellLater(ctx, orderId)
  return secret
}

export function endLinks(ctx: Ctx, orderId: string, purpose: LinkPurpose): void {
  ctx.db
    .delete(guestLinks)
    .where(and(eq(guestLinks.orderId, orderId), eq(guestLinks.purpose, purpose)))
    .run()
  tellLater(ctx, orderId)
}

export function orderOfLink(ctx: Ctx, purpose: LinkPurpose, secret: string): Order | undefined {
  const row = byHash(ctx.db).get({ tokenHash: sha256Hex(secret), purpose })
  return row && orderById(ctx, row.orderId)
}

const linksOf = prepared((db) =>
  db
    .select({ tokenHash: guestLinks.tokenHash, purpose: guestLinks.purpose })
    .from(guestLinks)
    .where(and(eq(guestLinks.orderId, sql.placeholder('orderId')), ne(guestLinks.purpose, 'rest')))
    .orderBy(asc(guestLinks.createdAt)),
)

export type StoredLink = { tokenHash: string; purpose: LinkPurpose }

/** Returns the links of an order that were shown or sent to somebody, oldest first. */
export const storedLinks = ({ db }: Ctx, orderId: string): StoredLink[] => linksOf(db).all({ orderId })
