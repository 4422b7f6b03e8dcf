import { Type as t } from '@sinclair/typebox'
import { and, eq, inArray, ne, or } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import type { JobKind } from '../../platform/job/job-kind.ts'
import { dropPacksJob } from '../../platform/job/job-kinds.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { greeting } from '../../platform/mail/queue-email.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { countChange } from '../revision.ts'
import { eraseTrack } from './erase-track.ts'
import { forgetUpload } from './resumable.ts'
import type { TrackRow } from './to-track.ts'
import { type Holder, trackClaimsOf } from './track-claim.ts'
import { numberTracks, orderOf } from './update-track.ts'

const Erasure = t.Object({
  trackId: t.String(),
  title: t.String(),
  cassetId: t.String(),
  casset: t.String(),
  artist: t.String(),
  reason: t.String(),
  /** Purchases made after this never held it (a time in ms). */
  heldUntil: t.Integer(),
  /** The last purchase whose buyer was emailed, and when it was made (a time in ms). */
  after: t.String(),
  afterAt: t.Integer(),
})

const emailsAtOnce = 200

const uploader = t.Object({ userId: t.String() })

/**
 * The job that deletes the exports of an account, because something in them must be removed from
 * the disk.
 */
export const endExportsKind: JobKind<typeof uploader> = { kind: 'end-exports', payload: uploader }

/** Emails the holders of an erased track, in batches. */
export const tellHoldersJob = defineJob('tell-holders', {
  payload: Erasure,
  concurrency: 1,
  maxAttempts: 5,
  run: (ctx, erasure) => ctx.jointly(() => tellSome(ctx, erasure)),
})

/**
 * Erases a track for legal reasons although somebody holds it, with every copy of it on a co-casset
 * and of its file that we made. Its artists and everybody who holds it are emailed the reason. The
 * caller is the owner of the instance. Throws NOT_FOUND.
 */
export async function eraseForCause(ctx: Ctx, id: string, reason: string): Promise<void> {
  const track = ctx.db.select().from(tracks).where(eq(tracks.id, id)).get()
  if (!track) throw notFound('track')
  for (const each of [track, ...copiesOf(ctx, track)]) await eraseOne(ctx, each, reason)
}

/** Returns the track that a track was copied from, and the other copies of it. */
export function copiesOf({ db }: Ctx, { id, sourceId }: TrackRow): TrackRow[] {
  const original = sourceId ?? id
  const isCopy = and(or(eq(tracks.id, original), eq(tracks.sourceId, original)), ne(tracks.id, id))
  return db.select().from(tracks).where(isCopy).all()
}

async function eraseOne(ctx: Ctx, track: TrackRow, reason: string): Promise<void> {
  const { id, title, cassetId, status, active, inactiveAt, contributorId } = track
  const casset = ctx.db.select().from(cassets).where(eq(cassets.id, cassetId)).get()
  if (!casset) throw notFound('casset')
  const makers = ctx.db
    .select({ id: artists.id, userId: users.id, address: users.email, name: artists.displayName })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .where(inArray(artists.id, [casset.artistId, contributorId ?? casset.artistId]))
    .all()
  const uploadedBy = makers.find((maker) => maker.id === (contributorId ?? casset.artistId))
  const artist = uploadedBy?.name ?? ''
  inTransaction(ctx.db, () => {
    for (const claim of trackClaimsOf(ctx)) claim.erase?.(ctx, id)
    eraseTrack(ctx, track, true)
    numberTracks(ctx, orderOf(ctx, casset.id))
    countChange(ctx, casset)
    ctx.jobs.add(dropPacksJob, { cassetId: casset.id }, { key: id })
    if (uploadedBy) ctx.jobs.add(endExportsKind, { userId: uploadedBy.userId }, { key: id })
    const what = { trackId: id, title, cassetId, casset: casset.name, artist, reason }
    for (const { userId, address, name } of makers) {
      writeEmail(ctx, { ...what, holderId: userId, address: address ?? '', name })
    }
    const heldUntil = active ? ctx.now() : inactiveAt
    if (status !== 'READY' || heldUntil === null) return
    ctx.jobs.add(tellHoldersJob, { ...what, heldUntil, after: '', afterAt: 0 }, { key: `${id}:` })
  })
  await forgetUpload(ctx, track)
}

function tellSome(ctx: Ctx, erasure: typeof Erasure.static): void {
  const { cassetId, heldUntil, after, afterAt, trackId } = erasure
  const page = { cassetId, trackId, heldUntil, after, afterAt, most: emailsAtOnce }
  const holders = trackClaimsOf(ctx)
    .flatMap((claim) => claim.holders?.(ctx, page) ?? [])
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .slice(0, emailsAtOnce)
  for (const holder of holders) writeEmail(ctx, { ...erasure, ...holder })
  const last = holders.at(-1)
  if (!last || holders.length < emailsAtOnce) return
  ctx.jobs.add(tellHoldersJob, { ...erasure, after: last.id, afterAt: last.at }, { key: `${trackId}:${last.id}` })
}

type Email = Pick<typeof Erasure.static, 'trackId' | 'title' | 'casset' | 'artist' | 'reason'> &
  Omit<Holder, 'id' | 'at'>

function writeEmail(ctx: Ctx, { trackId, title, casset, artist, reason, holderId, name, address }: Email): void {
  // An email that cannot be sent must not keep a forbidden track.
  if (readAddress(address) === undefined) return
  queueMail(ctx, {
    uniqueKey: `track-erased:${trackId}:${holderId}`,
    kind: 'track-erased',
    to: { name, address },
    write: () => ({
      subject: say('“{title}” was taken down', { title }),
      text: [
        greeting(name),
        say(
          'We had to take down “{title}” from “{casset}” by {artist}. It can no longer be heard or downloaded here, not even by people who bought it.',
          { title, casset, artist },
        ),
        say('The reason: {reason}', { reason }),
        say('Everything else on the casset stays as it was. If you have a question, reply to this email.'),
        ctx.site.origin,
        '',
      ].join('\n\n'),
    }),
  })
}
