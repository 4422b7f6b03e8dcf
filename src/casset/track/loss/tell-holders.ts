import { Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../../db/schema/casset/casset.ts'
import { tracks } from '../../../../db/schema/casset/track.ts'
import { defineNotification } from '../../../account/notification/define-notification.ts'
import { notify } from '../../../account/notification/notify.ts'
import type { Ctx } from '../../../context.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { say } from '../../../lib/language/say.ts'
import { Nullable } from '../../../platform/http/request/schema.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { queueEmail } from '../../../platform/mail/queue-email.ts'
import type { MailReader } from '../../../platform/mail/reader-language.ts'
import { cassetForSale } from '../../access/visible-casset.ts'
import { membersOf } from '../../member/members.ts'
import type { TakedownGround } from '../../taken-thing.ts'
import { type Holder, trackClaimsOf } from './track-claim.ts'

const Loss = t.Object({
  /** Null where a whole casset is lost, whose name is then the title, or an emoji. */
  trackId: Nullable(t.String()),
  emojiId: t.Optional(t.String()),
  title: t.String(),
  cassetId: t.String(),
  casset: t.String(),
  artist: t.String(),
  reason: t.String(),
  /** The decision by which it was taken down, which can be lifted; absent for what is erased. */
  decisionId: t.Optional(t.String()),
  /** Purchases made after this never held it (a time in ms). */
  heldUntil: t.Integer(),
  /** The last purchase whose buyer was told, and when it was made (a time in ms). */
  after: t.String(),
  afterAt: t.Integer(),
})
type Loss = typeof Loss.static

const toldAtOnce = 200

export const tellHoldersJob = defineJob('tell-holders', {
  payload: Loss,
  concurrency: 1,
  maxAttempts: 5,
  run: (ctx, loss) => ctx.jointly(() => tellSome(ctx, loss)),
})

export const lossNotification = defineNotification('loss', {
  details: t.Object({ title: t.String(), isEmoji: t.Optional(t.Boolean()) }),
  message: ({ title, isEmoji }) => ({
    title: say('“{title}” was taken down', { title }),
    text: isEmoji
      ? say('It is shown to nobody any more, also where you used it. We emailed you the reason.')
      : say('Because of a law, also for people who bought it. We emailed you the reason.'),
    path: '/library',
  }),
})

/** Tells everybody who holds it that it is lost. Called in the transaction of its cause. */
export function tellHolders(ctx: Ctx, loss: Omit<Loss, 'after' | 'afterAt'>): void {
  ctx.jobs.add(tellHoldersJob, { ...loss, after: '', afterAt: 0 }, { key: `${keyOf(loss)}:` })
}

/** The decision by which something was taken down, and the law or the part of the terms. */
export type Cause = { ground: TakedownGround; decisionId: string; reason: string }

/**
 * Tells the holders of a casset that it was taken down because of a law: else they keep it. Called
 * in the transaction of its cause.
 */
export function tellOfCasset(ctx: Ctx, cassetId: string, { ground, ...cause }: Cause): void {
  if (ground !== 'law') return
  const { casset, artist } = cassetForSale(ctx, cassetId)
  const names = { title: casset.name, casset: casset.name, artist: artist.displayName }
  tellHolders(ctx, { trackId: null, cassetId, ...names, ...cause, heldUntil: ctx.now() })
}

/**
 * Tells the holders of a track, or of a copy of it, the same. Those of a casset that is lost
 * already have been told. Called in the transaction of its cause, after the take-down.
 */
export function tellOfTrack(ctx: Ctx, trackId: string, { ground, ...cause }: Cause): void {
  if (ground !== 'law') return
  const track = ctx.db.select().from(tracks).where(eq(tracks.id, trackId)).get()
  if (track?.status !== 'READY' || track.inactiveAt === null) return
  const { title, cassetId, inactiveAt: heldUntil } = track
  const { casset, artist } = cassetForSale(ctx, cassetId)
  if (casset.takenDown === 'law') return
  tellHolders(ctx, { trackId, title, cassetId, casset: casset.name, artist: artist.displayName, ...cause, heldUntil })
}

function tellSome(ctx: Ctx, loss: Loss): void {
  const { cassetId, heldUntil, after, afterAt, trackId, emojiId } = loss
  if (!isStillLost(ctx, loss)) return
  const page = { heldUntil, after, afterAt, most: toldAtOnce }
  const holders = trackClaimsOf(ctx)
    .flatMap((claim) =>
      emojiId === undefined
        ? (claim.holders?.(ctx, { ...page, cassetId, trackId }) ?? [])
        : (claim.emojiHolders?.(ctx, { ...page, emojiId }) ?? []),
    )
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .slice(0, toldAtOnce)
  for (const holder of holders) tellHolder(ctx, loss, holder)
  const last = holders.at(-1)
  if (!last || holders.length < toldAtOnce) return
  ctx.jobs.add(tellHoldersJob, { ...loss, after: last.id, afterAt: last.at }, { key: `${keyOf(loss)}:${last.id}` })
}

/** A decision may have been lifted since. The room of emoji looks for itself. */
function isStillLost({ db }: Ctx, { decisionId, trackId, cassetId, emojiId }: Loss): boolean {
  if (decisionId === undefined || emojiId !== undefined) return true
  const row =
    trackId === null
      ? db.select({ by: cassets.takenDown }).from(cassets).where(eq(cassets.id, cassetId)).get()
      : db.select({ by: tracks.takenDown }).from(tracks).where(eq(tracks.id, trackId)).get()
  return row?.by === 'law'
}

type Key = Pick<Loss, 'decisionId' | 'trackId' | 'cassetId' | 'emojiId'>

const keyOf = ({ decisionId, trackId, cassetId, emojiId }: Key): string =>
  [decisionId ?? [], emojiId ?? trackId ?? cassetId].flat().join(':')

function tellHolder(ctx: Ctx, loss: Loss, { artistId, holderId, ...holder }: Holder): void {
  // Members of a casset that several share go on having it.
  if (artistId !== null && membersOf(ctx, loss.cassetId).some((member) => member.artistId === artistId)) return
  const details = { title: loss.title, ...(loss.emojiId === undefined ? {} : { isEmoji: true }) }
  if (artistId !== null) notify(ctx, lossNotification, { artistId, key: keyOf(loss), details })
  // A guest may hold it by several orders.
  const reader = artistId === null ? sha256Hex(holder.address.toLowerCase()) : holderId
  emailOfLoss(ctx, loss, { ...holder, reader })
}

type Lost = Key & Pick<Loss, 'title' | 'casset' | 'artist' | 'reason'>
type Reader = MailReader & { reader: string; hasPaid: boolean }

export function emailOfLoss(ctx: Ctx, lost: Lost, { reader, hasPaid, ...to }: Reader): void {
  const kind = lost.decisionId === undefined ? 'track-erased' : 'music-taken-down'
  // One that cannot be sent must not keep a forbidden track.
  queueEmail(ctx, {
    uniqueKey: `${kind}:${keyOf(lost)}:${reader}`,
    kind,
    to,
    write: () => ({
      subject: say('“{title}” was taken down', { title: lost.title }),
      paragraphs: [
        whatIsLost(lost),
        say('The reason: {reason}', { reason: lost.reason }),
        ...(lost.decisionId === undefined ? [] : [say('If it may be shown again, you have it again as before.')]),
        ...(hasPaid ? [say('You can ask for your money back: reply to this email. Your receipt stays.')] : []),
        lost.trackId === null
          ? say('If you have a question, reply to this email.')
          : say('Everything else on the casset stays as it was. If you have a question, reply to this email.'),
      ],
    }),
  })
}

function whatIsLost({ emojiId, trackId, title, casset, artist }: Lost): string {
  if (emojiId !== undefined) {
    return say(
      'We had to take down the emoji {title} by {artist}. It is shown to nobody any more, also where people who bought it used it.',
      { title, artist },
    )
  }
  return trackId === null
    ? say(
        'We had to take down “{casset}” by {artist}. It can no longer be heard or downloaded here, not even by people who bought it.',
        { casset, artist },
      )
    : say(
        'We had to take down “{title}” from “{casset}” by {artist}. It can no longer be heard or downloaded here, not even by people who bought it.',
        { title, casset, artist },
      )
}
