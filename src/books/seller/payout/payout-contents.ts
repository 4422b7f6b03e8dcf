import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { listedPayouts } from '../../../../db/schema/books/seller.ts'
import type { Ctx } from '../../../context.ts'
import type { JobKind } from '../../../platform/job/job-kind.ts'

const payload = t.Object({ accountId: t.Union([t.String(), t.Null()]), id: t.String() })

/** The job that stores which postings a payout contained. */
export const payoutContentsJob: JobKind<typeof payload> = { kind: 'payout-contents', payload }

/** Whether the processor can list a payout's content by now: it never can for one made by hand. */
export const isListable = ({ automatic, reconciliation_status: status }: Stripe.Payout): boolean =>
  automatic && status === 'completed'

export const isListed = ({ db }: Ctx, id: string): boolean =>
  db.select({ id: listedPayouts.id }).from(listedPayouts).where(eq(listedPayouts.id, id)).get() !== undefined

export const noteListed = ({ db, now }: Ctx, id: string): void =>
  void db.insert(listedPayouts).values({ id, listedAt: now() }).onConflictDoNothing().run()
