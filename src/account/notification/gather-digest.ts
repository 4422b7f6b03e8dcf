import { Type as t } from '@sinclair/typebox'
import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { notificationDigests as digests, notifications } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import { personOf } from '../person-of.ts'
import { boxOf } from './box.ts'
import type { DigestName } from './define-notification.ts'
import { unsubscribeUrl } from './end-digests.ts'
import { messageOf } from './message-of.ts'

const usefulMs = 30 * dayMs
const mostLines = 30

/**
 * How long each digest waits, how its subject states the count, and whether its reader can
 * unsubscribe (rule: digest-emails).
 */
const kinds = {
  sales: {
    gathersMs: 3_600_000,
    subject: (n: number) =>
      n === 1 ? say('You sold something') : say('{n, plural, one {# sale} other {# sales}}', { n }),
    canEnd: true,
  },
  money: { gathersMs: 3_600_000, subject: () => say('About your money'), canEnd: false },
  news: {
    gathersMs: dayMs,
    subject: (n: number) =>
      n === 1 ? say('Something is new') : say('{n, plural, one {# thing is new} other {# things are new}}', { n }),
    canEnd: true,
  },
} as const satisfies Record<DigestName, { gathersMs: number; subject(n: number): string; canEnd: boolean }>

const toldTo = prepared((db) =>
  db
    .select({ position: digests.toldTo })
    .from(digests)
    .where(and(eq(digests.userId, sql.placeholder('userId')), eq(digests.digest, sql.placeholder('digest')))),
)

const toldUntil = (ctx: Ctx, userId: string, digest: DigestName): number =>
  toldTo(ctx.db).get({ userId, digest })?.position ?? 0

export const gatherDigestJob = defineJob('gather-digest', {
  payload: t.Object({
    userId: t.String(),
    digest: t.Union([t.Literal('sales'), t.Literal('money'), t.Literal('news')]),
  }),
  concurrency: 1,
  maxAttempts: 10,
  run: (ctx, { userId, digest }) => ctx.jointly(() => gather(ctx, userId, digest)),
})

/** Queues the digest for a person's new notification. Called in the transaction that writes it. */
export function queueGathering(ctx: Ctx, userId: string, digest: DigestName): void {
  // The key holds the last notification that was sent: one digest gathers at a time, and none while
  // the previous one is being written.
  const key = `${userId} ${digest} ${toldUntil(ctx, userId, digest)}`
  ctx.jobs.add(gatherDigestJob, { userId, digest }, { key, runAt: ctx.now() + kinds[digest].gathersMs })
}

function gather(ctx: Ctx, userId: string, digest: DigestName): void {
  const box = boxOf(ctx, userId)
  if (!box) return
  const { subject, canEnd } = kinds[digest]
  if (box.gathersMail || !canEnd) {
    const { news, total } = newsOf(ctx, userId, digest, box.readTo)
    const reader = readerOf(ctx, userId, digest)
    if (reader && total > 0) {
      const { to, isConfirmed } = reader
      queueEmail(ctx, {
        uniqueKey: `${digest}:${userId}:${box.lastPosition}`,
        kind: `gathered-${digest}`,
        to,
        write() {
          const lines = linesOf(ctx, news, isConfirmed)
          const more = total > lines.length ? [say('And {more} more.', { more: total - lines.length })] : []
          return {
            subject: subject(total),
            paragraphs: [
              [...lines, ...more].join('\n'),
              keyTo(say('See all of it'), `${ctx.site.origin}/notifications`),
            ],
            below: canEnd
              ? [
                  say('To get no more of these emails: {unsubscribeUrl}', {
                    unsubscribeUrl: unsubscribeUrl(ctx, userId),
                  }),
                ]
              : [],
          }
        },
        usefulUntil: ctx.now() + usefulMs,
        ...(canEnd ? { unsubscribeUrl: unsubscribeUrl(ctx, userId) } : {}),
      })
    }
  }
  const told = { toldTo: box.lastPosition, toldAt: ctx.now() }
  ctx.db
    .insert(digests)
    .values({ userId, digest, ...told })
    .onConflictDoUpdate({ target: [digests.userId, digests.digest], set: told })
    .run()
}

type Actor = Pick<typeof artists.$inferSelect, 'handle' | 'displayName'>
type News = { row: typeof notifications.$inferSelect; actor: Actor | null }

/**
 * Returns the lines of a digest in the current language. Those to an address that nobody confirmed
 * name handles only: a name could carry an advertisement to its real owner.
 */
const linesOf = (ctx: Ctx, news: readonly News[], isConfirmed: boolean): string[] =>
  news.flatMap(({ row, actor }) => {
    const name = actor && (isConfirmed ? actor.displayName : `@${actor.handle}`)
    const message = messageOf(ctx, row, name)
    return message ? [`- ${[message.title, message.text].filter((part) => part !== '').join(': ')}`] : []
  })

/** Returns the news of a digest that was not read, oldest first, and their total. */
function newsOf(ctx: Ctx, userId: string, digest: DigestName, readTo: number) {
  const since = toldUntil(ctx, userId, digest)
  const isNews = digest === 'news'
  const whereIn = and(eq(notifications.userId, userId), eq(notifications.digest, digest))
  const whereNew = and(whereIn, gt(notifications.position, isNews ? Math.max(since, readTo) : since))
  const which = isNews ? and(whereNew, isNull(notifications.readAt)) : whereNew
  const total = ctx.db.select({ total: count() }).from(notifications).where(which).get()?.total ?? 0
  const news: News[] = ctx.db
    .select({ row: notifications, actor: { handle: artists.handle, displayName: artists.displayName } })
    .from(notifications)
    .leftJoin(artists, eq(artists.id, notifications.actorId))
    .where(which)
    .orderBy(asc(notifications.position))
    .limit(mostLines)
    .all()
  return { news, total }
}

/** News goes to confirmed addresses only, since anybody can sign up with someone else's. */
function readerOf(ctx: Ctx, userId: string, digest: DigestName) {
  const found = personOf(ctx, userId)
  if (!found?.email || (digest === 'news' && found.verifiedAt === null)) return undefined
  return { to: { address: found.email }, isConfirmed: found.verifiedAt !== null }
}
