import type { Ctx } from '../context.ts'
import type { SellerAccount } from './seller-account.ts'

const sale = `SELECT 1 FROM orders WHERE state = 'PAID' AND seller_account_id = $accountId
  AND casset_id IN (SELECT id FROM cassets WHERE artist_id = $artistId) LIMIT 1`

/** Returns whether anything was ever sold for an account. Such an account is never replaced. */
export const wasPaid = ({ db: { $client: sql } }: Pick<Ctx, 'db'>, { accountId, artistId }: SellerAccount): boolean =>
  sql.query<object, { accountId: string; artistId: string }>(sale).get({ accountId, artistId }) !== null
