import { and, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../../db/prepared.ts'
import { sellerAccounts } from '../../../../db/schema/books/seller.ts'
import { notify } from '../../../account/notification/notify.ts'
import type { Ctx } from '../../../context.ts'
import { accountReadyJob } from '../../../platform/job/job-kinds.ts'
import type { Processor } from '../../../platform/payment/processor.ts'
import { noteSecurity } from '../../../platform/security/note-security.ts'
import { readOwedTo } from '../../ledger/read-owed.ts'
import { mailClosedOwed } from '../emails.ts'
import { accountNotification } from '../permission/selling-notification.ts'

export type SellerAccount = typeof sellerAccounts.$inferSelect

const ofArtist = prepared((db) =>
  db
    .select()
    .from(sellerAccounts)
    .where(
      and(eq(sellerAccounts.artistId, sql.placeholder('artistId')), eq(sellerAccounts.mode, sql.placeholder('mode'))),
    ),
)

/** In the current payment mode; undefined when there is none. */
export const accountOfArtist = (ctx: Ctx, mode: Processor['mode'], artistId: string): SellerAccount | undefined =>
  ofArtist(ctx.db).get({ artistId, mode })

export const openAccounts = (ctx: Ctx, mode: Processor['mode']): SellerAccount[] =>
  ctx.db
    .select()
    .from(sellerAccounts)
    .where(and(eq(sellerAccounts.mode, mode), isNull(sellerAccounts.endedAt)))
    .all()

/** Returns the account with this id at the processor; undefined for one that is not ours. */
export const accountById = (ctx: Ctx, mode: Processor['mode'], accountId: string): SellerAccount | undefined =>
  ctx.db
    .select()
    .from(sellerAccounts)
    .where(and(eq(sellerAccounts.accountId, accountId), eq(sellerAccounts.mode, mode)))
    .get()

export function accountState(account: Pick<SellerAccount, 'ready' | 'readyAt' | 'endedAt'> | undefined) {
  if (!account) return 'NONE'
  if (account.ready) return 'READY'
  if (account.endedAt !== null) return 'DISCONNECTED'
  return account.readyAt === null ? 'STARTED' : 'RESTRICTED'
}

export function saveStatus(ctx: Ctx, account: SellerAccount, { isPayable, isEnded }: AccountStatus): void {
  const readyAt = account.readyAt ?? (isPayable ? ctx.now() : null)
  const endedAt = isEnded ? (account.endedAt ?? ctx.now()) : null
  ctx.db
    .update(sellerAccounts)
    .set({ ready: isPayable, readyAt, endedAt })
    .where(eq(sellerAccounts.accountId, account.accountId))
    .run()
  const owed = isEnded && account.endedAt === null ? readOwedTo(ctx, account.artistId, account.mode) : []
  if (owed.length > 0) mailClosedOwed(ctx, account, owed)
  if (isPayable === account.ready) return
  const { artistId } = account
  if (isPayable) ctx.jobs.add(accountReadyJob, { artistId }, { key: artistId })
  else notify(ctx, accountNotification, { artistId, key: ctx.uuid(), details: { isEnded } })
  noteSecurity(ctx, isPayable ? 'seller_ready' : 'seller_stopped', {}, { artistId, mode: account.mode })
}

/** Whether an account may be paid, and whether it is closed or disconnected. */
export type AccountStatus = { isPayable: boolean; isEnded: boolean }

export const hasAccounts = ({ db }: Ctx, mode: Processor['mode']): boolean =>
  db
    .select({ id: sellerAccounts.accountId })
    .from(sellerAccounts)
    .where(eq(sellerAccounts.mode, mode))
    .limit(1)
    .get() !== undefined
