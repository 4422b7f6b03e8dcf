import type { Ctx } from '../../context.ts'
import type { SellerAccount } from './seller-account.ts'

const sale = `SELECT 1 WHERE EXISTS (SELECT 1 FROM orders WHERE state = 'PAID' AND seller_account_id = $accountId
    AND casset_id IN (SELECT id FROM cassets WHERE artist_id = $artistId))
  OR EXISTS (SELECT 1 FROM order_parts p JOIN orders o ON o.id = p.order_id
    WHERE p.artist_id = $artistId AND p.paid_at IS NOT NULL AND o.mode = $mode)
  OR EXISTS (SELECT 1 FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id
    WHERE a.artist_id = $artistId AND a.mode = $mode AND a.kind = 'ARTIST')`

type Asked = Pick<SellerAccount, 'accountId' | 'artistId' | 'mode'>

/**
 * Returns whether an account was ever paid, or anything sold for it, also as one of several artists. Such an account is
 * never replaced.
 */
export const wasPaid = (
  { db: { $client: sql } }: Pick<Ctx, 'db'>,
  { accountId, artistId, mode }: SellerAccount,
): boolean => sql.query<object, Asked>(sale).get({ accountId, artistId, mode }) !== null
