import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { readOwedTo } from '../ledger/read-owed.ts'
import { cutPage } from '../lib/cut-page.ts'
import type { Sum } from '../lib/money.ts'
import { newPriceCurrency } from '../payment/platform-currency.ts'
import type { Seller, Sellers } from './model.ts'
import { limitsOf } from './new-seller.ts'
import type { Permission } from './permission.ts'
import { accountOfArtist, accountState } from './seller-account.ts'
import { toSelling } from './selling.ts'

type Row = Permission & { id: string; userId: string; handle: string; displayName: string }

const select = (which: string) => `
  SELECT a.id, a.user_id AS userId, a.handle, a.display_name AS displayName,
    p.asked_at AS askedAt, p.allowed_at AS allowedAt, p.ended_at AS endedAt
  FROM artists a JOIN users u ON u.id = a.user_id LEFT JOIN seller_permissions p ON p.artist_id = a.id
  WHERE u.role <> 'owner' AND ${which}`

const one = select('a.id = $id')

// Whoever asked, was decided about, or has an account at the processor.
const page = select(`a.id < $before AND CASE $asking
    WHEN 'yes' THEN p.asked_at IS NOT NULL
    WHEN 'no' THEN p.asked_at IS NULL
    ELSE 1 END
  AND a.id IN (SELECT artist_id FROM seller_permissions UNION SELECT artist_id FROM seller_accounts WHERE mode = $mode)
  ORDER BY a.id DESC LIMIT $most`)

const sold = `SELECT currency, sum(amount_minor) AS amount FROM orders
  WHERE casset_id IN (SELECT id FROM cassets WHERE artist_id = $id) AND state = 'PAID' AND mode = $mode
  GROUP BY currency ORDER BY currency`

// Behind every id.
const afterAll = '~'

/** Which sellers are listed. */
export type SellersAsked = { cursor?: string | undefined; asking?: 'yes' | 'no' | undefined }

/** Returns who sells or wants to, but for the owner of the instance; the newest artists first. Throws VALIDATION. */
export function listSellers(ctx: Ctx, limit: number, { cursor, asking = undefined }: SellersAsked): Sellers {
  const before = cursor === undefined ? afterAll : cursor
  const rows = ctx.db.$client
    .query<Row, { before: string; asking: string; mode: string; most: number }>(page)
    .all({ before, asking: asking ?? 'all', mode: ctx.config.paymentMode, most: limit + 1 })
  const { page: shown, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { sellers: shown.map((row) => toSeller(ctx, row)), nextCursor }
}

/** Returns one of them; undefined for the owner of the instance and for what is no artist. */
export function readSeller(ctx: Ctx, id: string): Seller | undefined {
  const row = ctx.db.$client.query<Row, { id: string }>(one).get({ id })
  return row ? toSeller(ctx, row) : undefined
}

/** Returns one of them. Throws NOT_FOUND. */
export function sellerById(ctx: Ctx, id: string): Seller {
  const seller = readSeller(ctx, id)
  if (!seller) throw notFound('seller')
  return seller
}

function toSeller(ctx: Ctx, { id, userId, handle, displayName, ...permission }: Row): Seller {
  const mode = ctx.config.paymentMode
  return {
    id,
    handle,
    displayName,
    ...toSelling(ctx, permission, limitsOf(ctx, { id, userId }, newPriceCurrency(ctx))),
    account: accountState(accountOfArtist(ctx, mode, id)),
    sold: ctx.db.$client.query<Sum, { id: string; mode: string }>(sold).all({ id, mode }),
    owed: readOwedTo(ctx, id, mode),
  }
}
