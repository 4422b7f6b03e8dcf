import { Type as t } from '@sinclair/typebox'
import { and, asc, eq, getTableColumns, gt, isNull } from 'drizzle-orm'
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
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import { type Known, knownOf, reasonOf } from './known-address.ts'
import { isAskOf, isBrought, type OptInRow, questionKey } from './opt-in.ts'

// Other emails of the site wait behind at most so many.
const everyMs = 5_000
const mostAtOnce = 50
const turnsAMinute = 60_000 / everyMs
const usefulMs = 7 * dayMs
const againMs = 3_600_000

/**
 * Emails those who were brought to a mailing list, at the pace of LETTERS_PER_MINUTE and the oldest
 * first (rule: opt-in), after those who typed their address on a page (rule: follow-by-email). Each
 * is asked in a transaction that marks it as asked.
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

type ToAsk = OptInRow & { own: string | null }

/**
 * Returns who is asked next, with their artist's own address; those of a suspended artist wait
 * (rule: suspension).
 */
const nextToAsk = ({ db }: Ctx, most: number): ToAsk[] =>
  db
    .select({ ...getTableColumns(optIns), own: users.email })
    .from(optIns)
    .innerJoin(artists, eq(artists.id, optIns.artistId))
    .innerJoin(users, eq(users.id, artists.userId))
    .where(and(isNull(optIns.askedAt), isNull(users.suspended)))
    .orderBy(asc(isBrought), asc(optIns.id))
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
      '@{handle} makes music and moves their mailing list here. They say that you agreed to get their news by email, on their list at another service. Their page: {page}',
      asked,
    ),
  paper: (asked) =>
    say(
      '@{handle} makes music and moves their mailing list here. They say that you agreed to get their news by email, on paper or at a concert. Their page: {page}',
      asked,
    ),
  website: (asked) =>
    say(
      '@{handle} makes music and moves their mailing list here. They say that you agreed to get their news by email, on their own website. Their page: {page}',
      asked,
    ),
  page: (asked) =>
    say(
      'Somebody, most likely you, typed this address on the page of @{handle}, to get their letters and news by email. Their page: {page}',
      asked,
    ),
}

const saysBox = (asked: Asked): string =>
  say(
    'Somebody, most likely you, agreed here to get news from @{handle} by email, and gave this address. Their page: {page}',
    asked,
  )

/**
 * Whether somebody is still to be asked: they neither joined nor left by themselves since, and
 * their mailbox, which may have many addresses, got few such emails of all artists within the hour.
 */
function mayAsk(ctx: Ctx, optIn: ToAsk): boolean {
  const { artistId, email, agreedBy, own } = optIn
  const [known] = knownOf(ctx, artistId, [email])
  if (!known) return false
  if (agreedBy === 'page') return mayAskAgain(ctx, optIn, known)
  if (reasonOf({ ...known, wasAsked: 0 }, own) !== undefined) return false
  return tryToSpend(ctx.limiter, 'email-to-stranger', mailboxOf(email))
}

/**
 * Whether an address is asked that was typed on a page, also after its reader left the list: it may
 * be a stranger's, so neither soon again for one artist nor often for all (rule: follow-by-email).
 */
function mayAskAgain(ctx: Ctx, { artistId, email, own }: ToAsk, known: Known): boolean {
  if (reasonOf({ ...known, leftAt: null, wasAsked: 0 }, own) !== undefined) return false
  const isOpen = and(gt(optIns.askedAt, Math.max(ctx.now() - againMs, known.leftAt ?? 0)), isNull(optIns.confirmedAt))
  if (
    ctx.db
      .select({ id: optIns.id })
      .from(optIns)
      .where(and(isAskOf(artistId, email), isOpen))
      .get()
  )
    return false
  const mailbox = mailboxOf(email)
  return tryToSpend(ctx.limiter, 'follow-by-email', mailbox) && tryToSpend(ctx.limiter, 'email-to-stranger', mailbox)
}

/**
 * Queues the email, or forgets an address that is not asked any more. It names handles only:
 * anything that an artist writes could be an advertisement to strangers.
 */
function ask(ctx: Ctx, optIn: ToAsk): void {
  const { id, artistId, email, agreedBy, language, givenFrom } = optIn
  if (isArtistSuspended(ctx, artistId)) return
  const artist = ctx.db.select({ handle: artists.handle }).from(artists).where(eq(artists.id, artistId)).get()
  if (!artist || !mayAsk(ctx, optIn)) {
    ctx.db.delete(optIns).where(eq(optIns.id, id)).run()
    return
  }
  const key = Buffer.from(ctx.random(32)).toString('base64url')
  const endUrl = `${ctx.site.origin}/unsubscribe?key=${key}`
  ctx.db
    .update(optIns)
    .set({ askedAt: ctx.now(), keyHash: sha256Hex(key) })
    .where(eq(optIns.id, id))
    .run()
  queueEmail(ctx, {
    uniqueKey: questionKey(id),
    kind: 'mailing-list-asked',
    to: { address: email, language },
    write: () => ({
      subject: say('Do you want news from @{handle}?', { handle: artist.handle }),
      paragraphs: [
        (givenFrom === null ? sayings[agreedBy] : saysBox)({ ...artist, page: `${ctx.site.origin}/@${artist.handle}` }),
        say('If you want it, confirm it within 30 days.'),
        keyTo(say('Yes, send me news'), `${ctx.site.origin}/mailing-list?key=${key}`),
        agreedBy === 'page'
          ? say('If it was not you, do nothing: you are on no list.')
          : say('If not, do nothing. You are on no list, and @{handle} cannot have you asked again for a year.', {
              handle: artist.handle,
            }),
      ],
      below: agreedBy === 'page' ? [] : [say('Never to be asked for them again: {endUrl}', { endUrl })],
    }),
    // An address that was typed on a page may be asked again: by its reader, too.
    ...(agreedBy === 'page' ? {} : { unsubscribeUrl: endUrl }),
    usefulUntil: ctx.now() + usefulMs,
  })
}
