import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { optIns } from '../../../db/schema/audience/opt-in.ts'
import { isArtistSuspended } from '../../account/suspended.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { tryToSpend } from '../../platform/http/limiter.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { mailboxOf } from '../../platform/mail/address.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { knownOf, reasonOf } from './known-address.ts'
import type { OptInRow } from './opt-in.ts'

// Other emails of the site wait behind at most so many.
const everyMs = 5_000
const mostAtOnce = 50
const turnsAMinute = 60_000 / everyMs
const usefulMs = 7 * dayMs

/**
 * Emails those who were brought to a mailing list, at the pace of LETTERS_PER_MINUTE and the oldest
 * first (rule: opt-in). Each is asked in a transaction that marks it as asked.
 */
export const askOptInsJob = defineJob('ask-opt-ins', {
  payload: t.Object({}),
  concurrency: 1,
  maxAttempts: 40,
  isEnabled: ({ mailer }) => mailer !== undefined,
  async run(ctx, _payload, _attempt, _signal, end) {
    const atOnce = Math.min(mostAtOnce, Math.ceil(ctx.config.lettersPerMinute / turnsAMinute))
    const pace = createPace(ctx.monotonicMs)
    for (const each of nextToAsk(ctx, atOnce)) {
      inTransaction(ctx.db, () => ask(ctx, each))
      await pace()
    }
    await ctx.jointly(() => {
      end()
      if (nextToAsk(ctx, 1).length > 0) askSoon(ctx, ctx.now() + everyMs)
    })
  },
})

/** Returns who is asked next; those whom a suspended artist brought wait (rule: suspension). */
const nextToAsk = ({ db }: Ctx, most: number): OptInRow[] =>
  db
    .select(getTableColumns(optIns))
    .from(optIns)
    .innerJoin(artists, eq(artists.id, optIns.artistId))
    .innerJoin(users, eq(users.id, artists.userId))
    .where(and(isNull(optIns.askedAt), isNull(users.suspended)))
    .orderBy(asc(optIns.id))
    .limit(most)
    .all()

/** Goes on asking those whom an artist brought, who was suspended meanwhile. */
export function askAgain(ctx: Ctx): void {
  if (ctx.mailer) askSoon(ctx, ctx.now())
}

/** Queues the job that asks, unless it waits already. */
export const askSoon = (ctx: Ctx, runAt: number): void => ctx.jobs.add(askOptInsJob, {}, { key: 'next', runAt })

type Asked = { handle: string; page: string }

const sayings: Readonly<Record<OptInRow['agreedBy'], (asked: Asked) => string>> = {
  service: (asked) =>
    say(
      '@{handle} makes music and moves their mailing list here. They say that you agreed to get their news by email, on their list at another service. Their page:\n{page}',
      asked,
    ),
  paper: (asked) =>
    say(
      '@{handle} makes music and moves their mailing list here. They say that you agreed to get their news by email, on paper or at a concert. Their page:\n{page}',
      asked,
    ),
  website: (asked) =>
    say(
      '@{handle} makes music and moves their mailing list here. They say that you agreed to get their news by email, on their own website. Their page:\n{page}',
      asked,
    ),
}

/**
 * Whether somebody is still to be asked: they neither joined nor left by themselves since, and
 * their mailbox, which may have many addresses, got few such emails of all artists within the hour.
 */
function mayAsk(ctx: Ctx, { artistId, email }: OptInRow): boolean {
  const [known] = knownOf(ctx, artistId, [email])
  if (!known) return false
  if (reasonOf({ ...known, wasAsked: 0 }, null) !== undefined) return false
  return tryToSpend(ctx.limiter, 'email-to-stranger', mailboxOf(email))
}

/**
 * Queues the email, or forgets an address that is not asked any more. It names handles only:
 * anything that an artist writes could be an advertisement to strangers.
 */
function ask(ctx: Ctx, optIn: OptInRow): void {
  const { id, artistId, email, agreedBy } = optIn
  if (isArtistSuspended(ctx, artistId)) return
  const artist = ctx.db.select({ handle: artists.handle }).from(artists).where(eq(artists.id, artistId)).get()
  if (!artist || !mayAsk(ctx, optIn)) {
    ctx.db.delete(optIns).where(eq(optIns.id, id)).run()
    return
  }
  const key = Buffer.from(ctx.random(32)).toString('base64url')
  ctx.db
    .update(optIns)
    .set({ askedAt: ctx.now(), keyHash: sha256Hex(key) })
    .where(eq(optIns.id, id))
    .run()
  queueEmail(ctx, {
    uniqueKey: `opt-in:${id}`,
    kind: 'mailing-list-asked',
    to: { name: '', address: email },
    write: () => ({
      subject: say('Do you want news from @{handle}?', { handle: artist.handle }),
      paragraphs: [
        sayings[agreedBy]({ ...artist, page: `${ctx.site.origin}/@${artist.handle}` }),
        say('If you want it, confirm here within 30 days: {origin}/mailing-list?key={key}', {
          origin: ctx.site.origin,
          key,
        }),
        say('If not, do nothing. You are on no list, and @{handle} cannot have you asked again for a year.', {
          handle: artist.handle,
        }),
      ],
    }),
    usefulUntil: ctx.now() + usefulMs,
  })
}
