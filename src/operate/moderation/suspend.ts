import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { artists, users } from '../../../db/schema/account/account.ts'
import { contentDecisions } from '../../../db/schema/operate/moderation.ts'
import { changeUser } from '../../account/change-user.ts'
import type { Suspension } from '../../account/suspended.ts'
import { askAgain } from '../../audience/opt-in/ask-opt-ins.ts'
import type { TakedownGround, Taken, TakenThing } from '../../casset/taken-thing.ts'
import type { Ctx } from '../../context.ts'

/** The end of a suspension needs nothing. */
export const SavedAccount = t.Object({})

/** Returns an account as somebody decides about it; undefined when there is none. */
export function findAccount({ db }: Ctx, id: string): TakenThing | undefined {
  const row = db
    .select({ title: artists.displayName, handle: artists.handle, takenDown: users.suspended })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .get()
  return row && { userId: id, userIds: [id], title: row.title, path: `/@${row.handle}`, takenDown: row.takenDown }
}

/** Suspends an account (rule: suspension). Called in a transaction. */
export function suspendAccount(ctx: Ctx, id: string, ground: TakedownGround): Taken<typeof SavedAccount> {
  changeUser(ctx, id, { suspended: ground })
  return { saved: {} }
}

/** Ends the suspension of an account. Called in a transaction. */
export function endSuspension(ctx: Ctx, id: string): undefined {
  changeUser(ctx, id, { suspended: null })
  askAgain(ctx)
}

export const suspensions = {
  readAll({ db }: Ctx, userId: string): Suspension[] {
    const { kind, decidedAt, liftedAt } = contentDecisions
    return db
      .select({ begunAt: decidedAt, endedAt: liftedAt })
      .from(contentDecisions)
      .where(and(eq(contentDecisions.userId, userId), eq(kind, 'account')))
      .orderBy(asc(decidedAt))
      .all()
  },
}
