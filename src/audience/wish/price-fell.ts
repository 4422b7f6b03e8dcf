import { and, eq, gt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { wishes } from '../../../db/schema/audience/wish.ts'
import { notify } from '../../account/notification/notify.ts'
import { isShownTo, worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { priceFellKind } from '../../platform/job/job-kinds.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import { priceFellNotification } from './price-fell-notification.ts'

const usefulMs = 7 * dayMs
const atOnce = 20

// Written as in the index `wishes_told`.
const waiting = prepared((db) =>
  db
    .select({
      userId: wishes.userId,
      artistId: artists.id,
      seenMinor: wishes.seenMinor,
      address: users.email,
      verifiedAt: users.emailVerifiedAt,
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
 * Tells everybody who asked for it that a price has fallen, by a notification where no email can
 * go: each once for a lower price than they have seen, so that a price that goes up and down tells
 * nobody twice (rule: wish-list).
 */
export const priceFellJob = defineJob(priceFellKind.kind, {
  payload: priceFellKind.payload,
  concurrency: 1,
  maxAttempts: 20,
  async run(ctx, { cassetId }, _attempt, signal) {
    while ((await ctx.jointly(() => tellSome(ctx, cassetId))) === atOnce) signal.throwIfAborted()
  },
})

/** Returns how many were told of the price of now. */
function tellSome(ctx: Ctx, cassetId: string): number {
  const world = worldById(ctx, cassetId)
  if (!world || !isShownTo(world, null)) return 0
  const { casset, artist } = world
  const price = casset.priceMinor
  const readers = waiting(ctx.db).all({ cassetId, price })
  for (const { userId, artistId, seenMinor, address, verifiedAt } of readers) {
    const isThis = and(eq(wishes.userId, userId), eq(wishes.cassetId, cassetId))
    ctx.db.update(wishes).set({ seenMinor: price }).where(isThis).run()
    const newsKey = `${cassetId}:${price} ${ctx.now()}`
    const { name: tape, currency } = casset
    if (!ctx.mailer || !address || verifiedAt === null) {
      const told = { name: tape, artist: artist.displayName, slug: artist.handle, before: seenMinor, price, currency }
      notify(ctx, priceFellNotification, { artistId, key: newsKey, details: told })
      continue
    }
    const endKey = Buffer.from(ctx.random(18)).toString('base64url')
    ctx.db
      .update(wishes)
      .set({ endKeyHash: sha256Hex(endKey) })
      .where(isThis)
      .run()
    const unsubscribeUrl = `${ctx.site.origin}/unsubscribe?key=${endKey}`
    const sumOf = (amount: number) => sumText({ amount, currency })
    queueEmail(ctx, {
      uniqueKey: `price-fell:${userId}:${newsKey}`,
      kind: 'price-fell',
      cassetId,
      to: { address },
      write() {
        const told = { name: tape, artist: artist.displayName, before: sumOf(seenMinor) }
        return {
          subject: say('{name} costs less now', { name: tape }),
          paragraphs: [
            price === 0
              ? say('{name} by {artist} costs nothing now, not {before}.', told)
              : say('{name} by {artist} costs {sum} now, not {before}.', { ...told, sum: sumOf(price) }),
            keyTo(say('See it'), `${ctx.site.origin}${pagePath(artist.handle)}`),
          ],
          below: [
            say(
              'You asked for this email when you put it on your wish list. Change that, or take it off:\n{origin}/library/wishes',
              { origin: ctx.site.origin },
            ),
            say('To get no more of these emails: {unsubscribeUrl}', { unsubscribeUrl }),
          ],
        }
      },
      unsubscribeUrl,
      usefulUntil: ctx.now() + usefulMs,
    })
  }
  return readers.length
}
