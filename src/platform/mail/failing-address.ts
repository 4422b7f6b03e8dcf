import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { failingAddresses } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'

const { email, failures } = failingAddresses

/** At this many failures an address gets no letters (rule: letter-failures). */
export const mostFailures = 3

/** Counts what a mail server said for good of an address. Called in a transaction. */
export function countFailure(ctx: Ctx, address: string): void {
  const last = { lastFailedAt: ctx.now() }
  ctx.db
    .insert(failingAddresses)
    .values({ email: address, failures: 1, ...last })
    .onConflictDoUpdate({ target: email, set: { failures: sql`${failures} + 1`, ...last } })
    .run()
}

const forget = prepared((db) => db.delete(failingAddresses).where(eq(email, sql.placeholder('address'))))

/** Forgets the failures of an address that took an email. Called in a transaction. */
export const noteReached = ({ db }: Pick<Ctx, 'db'>, address: string): void => void forget(db).run({ address })
