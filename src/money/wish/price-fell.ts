import { and, eq, gt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { wishes } from '../../../db/schema/money/wish.ts'
import { isShownTo, worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money.ts'
import { pagePath } from '../../lib/slug.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { priceFellKind } from '../../platform/job/job-kinds.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'

const usefulMs = 7 * dayMs
const atOnce = 20

// Written as in the index `wishes_told`.
const waiting = prepared((db) =>
  db
    .select({
      userId: wishes.userId,
      seenMinor: wishes.seenMinor,
      address: users.email,
      verifiedAt: users.emailVerifiedAt,
      name: artists.displayName,
    })
    .from(wishes)
    .innerJoin(users, eq(users.id, wishes.userId))
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(
      and(
        eq(wishes.cassetId, sql.placeholder('cassetId')),
        sql`${wishes.tells} = 1`,
        gt(wishes.seenMinor, sql.placeholder('price')),
      ),
    )
    .limit(atOnce),
)

/**
 * Emails everybody who asked for it that a price has fallen: each once for a lower price than they
 * have seen, so that a price that goes up and down tells nobody twice (rule: wish-list).
 */
export const priceFellJob = defineJob(priceFellKind.kind, {
  payload: priceFellKind.payload,
  concurrency: 1,
  maxAttempts: 20,
  async run(ctx, { cassetId }, _attempt, signal) {
    while ((await ctx.jointly(() => emailSome(ctx, cassetId))) === atOnce) signal.throwIfAborted()
  },
})

/** Returns how many were told of the price of now. */
function emailSome(ctx: Ctx, cassetId: string): number {
  const world = worldById(ctx, cassetId)
  if (!world || !isShownTo(world, null)) return 0
  const { casset, artist } = world
  const price = casset.priceMinor
  const readers = waiting(ctx.db).all({ cassetId, price })
  for (const { userId, seenMinor, address, verifiedAt, name } of readers) {
    const isThis = and(eq(wishes.userId, userId), eq(wishes.cassetId, cassetId))
    ctx.db.update(wishes).set({ seenMinor: price }).where(isThis).run()
    if (!address || verifiedAt === null) continue
    const sumOf = (amount: number) => sumText({ amount, currency: casset.currency })
    queueEmail(ctx, {
      uniqueKey: `price-fell:${userId}:${cassetId}:${price} ${ctx.now()}`,
      kind: 'price-fell',
      to: { name, address },
      write() {
        const told = {
          name: casset.name,
          artist: artist.displayName,
          before: sumOf(seenMinor),
          page: `${ctx.site.origin}${pagePath(artist.handle)}`,
        }
        return {
          subject: say('{name} costs less now', { name: casset.name }),
          paragraphs: [
            price === 0
              ? say('{name} by {artist} costs nothing now, not {before}:\n{page}', told)
              : say('{name} by {artist} costs {sum} now, not {before}:\n{page}', { ...told, sum: sumOf(price) }),
            say(
              'You asked for this email when you put it on your wish list. Change that, or take it off:\n{origin}/library/wishes',
              { origin: ctx.site.origin },
            ),
          ],
        }
      },
      usefulUntil: ctx.now() + usefulMs,
    })
  }
  return readers.length
}
