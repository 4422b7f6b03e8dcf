import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Sum } from '../../lib/money.ts'
import { newPriceCurrency } from '../../platform/payment/platform-currency.ts'
import { readOwedTo } from '../ledger/read-owed.ts'
import type { Seller, Sellers } from './model.ts'
import { amountOfPart, limitsOf } from './new-seller.ts'
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

// Artists who asked, about whom it was decided, who have an account at the processor, or in the ledger, such as who owes for a
// drop. Each table is read in the order of the page and only as far as it goes, however many artists there are.
const notOwner = `artist_id <> coalesce((SELECT a.id FROM artists a JOIN users u ON u.id = a.user_id WHERE u.role = 'owner'), '')`
const pageOf = (permissions: string, others?: (of: string) => string) => {
  const asked = `SELECT artist_id AS id FROM seller_permissions WHERE ${permissions} AND artist_id < $before
    AND ${notOwner}`
  const more = ['seller_accounts', 'ledger_accounts'].flatMap((table) =>
    others === undefined
      ? []
      : [
          `SELECT artist_id FROM ${table} WHERE ${others(table)} AND mode = $mode AND artist_id < $before AND ${notOwner}`,
        ],
  )
  return `WITH page AS (${[asked, ...more].join(' UNION ')} ORDER BY id DESC LIMIT $most)
    ${select('a.id IN (SELECT id FROM page)')} ORDER BY a.id DESC`
}

const pages = {
  all: pageOf('true', () => 'true'),
  // From the index of those who ask, who are few.
  yes: pageOf('asked_at IS NOT NULL'),
  no: pageOf(
    'asked_at IS NULL',
    (of) =>
      `NOT EXISTS (SELECT 1 FROM seller_permissions p WHERE p.artist_id = ${of}.artist_id AND p.asked_at IS NOT NULL)`,
  ),
}

const sold = `SELECT currency, sum(amount) AS amount FROM (
    SELECT currency, amount_minor AS amount FROM sold_sums
      WHERE casset_id IN (SELECT id FROM cassets WHERE artist_id = $id AND slug IS NULL) AND mode = $mode AND amount_minor > 0
    UNION ALL SELECT o.currency, ${amountOfPart} FROM order_parts s JOIN orders o ON o.id = s.order_id
      WHERE s.artist_id = $id AND s.paid_at IS NOT NULL AND o.mode = $mode
  ) GROUP BY currency ORDER BY currency`

// Sorts after every id.
const afterAll = '~'

/** Which sellers are listed. */
export type SellersAsked = { cursor?: string | undefined; asking?: 'yes' | 'no' | undefined }

/** Returns who sells or wants to, without the owner of the instance; the newest artists first. */
export function listSellers(ctx: Ctx, limit: number, { cursor = afterAll, asking }: SellersAsked): Sellers {
  const rows = ctx.db.$client
    .query<Row, { before: string; mode: string; most: number }>(pages[asking ?? 'all'])
    .all({ before: cursor, mode: ctx.config.paymentMode, most: limit + 1 })
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { sellers: page.map((row) => toSeller(ctx, row)), nextCursor }
}

/** Returns one of them. Throws NOT_FOUND for the owner of the instance and for what is no artist. */
export function sellerById(ctx: Ctx, id: string): Seller {
  const row = ctx.db.$client.query<Row, { id: string }>(one).get({ id })
  if (!row) throw notFound('seller')
  return toSeller(ctx, row)
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
