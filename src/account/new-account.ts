import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists, users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import { hasLink } from '../lib/text/has-link.ts'
import { dayMs } from '../lib/time/calendar.ts'
import { spokenHour } from '../lib/time/spoken-hour.ts'

/** How many of each a new account makes within 24 hours. */
const mostADay = { upload: 5, extra: 5, comment: 20, clip: 3 } as const

const refusals = {
  upload: (until: string) => say('New accounts upload 5 tracks a day. You can upload more from {until} on.', { until }),
  extra: (until: string) => say('New accounts add 5 files a day. You can add more from {until} on.', { until }),
  comment: (until: string) =>
    say('New accounts write 20 comments a day. You can write more from {until} on.', { until }),
  clip: (until: string) => say('New accounts submit 3 clips a day. You can submit more from {until} on.', { until }),
} as const

const account = prepared((db) =>
  db
    .select({ createdAt: users.createdAt, role: users.role, helperRole: users.helperRole, verified: artists.verified })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(eq(users.id, sql.placeholder('userId'))),
)

/** A time in ms (rule: new-accounts); null for an account that is not new. */
function newUntil(ctx: Ctx, userId: string): number | null {
  const { newAccountDays } = ctx.config
  if (newAccountDays === 0) return null
  const found = account(ctx.db).get({ userId })
  if (!found || found.verified || found.role === 'owner' || found.helperRole !== null) return null
  const until = Math.min(found.createdAt, ctx.now()) + newAccountDays * dayMs
  return until > ctx.now() ? until : null
}

const spoken = (ctx: Ctx, at: number) => `${spokenHour(at, 'UTC', ctx.now())} UTC`

/**
 * Throws BAD_STATE when a new account made as many as it may within 24 hours. `timesSince` returns
 * when (ms) the newest ones since a moment were made, the last first, at most `most` of them.
 */
export function refuseManyOfNew(
  ctx: Ctx,
  userId: string,
  kind: keyof typeof mostADay,
  timesSince: (since: number, most: number) => readonly number[],
): void {
  const until = newUntil(ctx, userId)
  if (until === null) return
  const most = mostADay[kind]
  const first = timesSince(ctx.now() - dayMs, most)[most - 1]
  if (first === undefined) return
  const next = Math.min(first + dayMs, until)
  throw new AppError('BAD_STATE', refusals[kind](spoken(ctx, next)))
}

/** Throws VALIDATION for a text of a new account that has a link. */
export function refuseLinksOfNew(ctx: Ctx, userId: string, field: string, text: string): void {
  if (!hasLink(text)) return
  const until = newUntil(ctx, userId)
  if (until === null) return
  const message = say('New accounts cannot write links. You can from {until} on.', { until: spoken(ctx, until) })
  throw invalid(field, message, say('Write it without the link.'))
}
