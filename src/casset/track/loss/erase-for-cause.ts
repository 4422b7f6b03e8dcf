import { Type as t } from '@sinclair/typebox'
import { and, eq, inArray, ne, or } from 'drizzle-orm'
import { inTransaction } from '../../../../db/commits.ts'
import { artists, users } from '../../../../db/schema/account/account.ts'
import { cassets } from '../../../../db/schema/casset/casset.ts'
import { tracks } from '../../../../db/schema/casset/track.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import type { JobKind } from '../../../platform/job/job-kind.ts'
import { dropPacksJob } from '../../../platform/job/job-kinds.ts'
import { countChange } from '../../revision.ts'
import { forgetUpload } from '../../upload/resumable.ts'
import type { TrackRow } from '../to-track.ts'
import { numberTracks, orderOf } from '../update-track.ts'
import { eraseTrack } from './erase-track.ts'
import { emailOfLoss, tellHolders } from './tell-holders.ts'
import { trackClaimsOf } from './track-claim.ts'

const uploader = t.Object({ userId: t.String() })

/** Deletes an account's exports, because something in them must leave the disk. */
export const endExportsKind: JobKind<typeof uploader> = { kind: 'end-exports', payload: uploader }

/**
 * Erases a track for legal reasons although somebody holds it, with every copy of it on a co-casset
 * and of its file that we made. Its artists and everybody who holds it are told the reason. The
 * caller is the owner of the instance; `note` is called with the ids of the copies, in the
 * transaction that erases the track itself. Throws NOT_FOUND.
 */
export async function eraseForCause(
  ctx: Ctx,
  id: string,
  reason: string,
  note: (copyIds: readonly string[]) => void = () => {},
): Promise<void> {
  const track = ctx.db.select().from(tracks).where(eq(tracks.id, id)).get()
  if (!track) throw notFound('track')
  const copies = copiesOf(ctx, track)
  await eraseOne(ctx, track, reason, () => note(copies.map((copy) => copy.id)))
  for (const copy of copies) await eraseOne(ctx, copy, reason)
}

/** Returns the track that a track was copied from, and the other copies of it. */
export function copiesOf({ db }: Ctx, { id, sourceId }: TrackRow): TrackRow[] {
  const original = sourceId ?? id
  const isCopy = and(or(eq(tracks.id, original), eq(tracks.sourceId, original)), ne(tracks.id, id))
  return db.select().from(tracks).where(isCopy).all()
}

async function eraseOne(ctx: Ctx, track: TrackRow, reason: string, note = () => {}): Promise<void> {
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
    note()
    for (const claim of trackClaimsOf(ctx)) claim.erase?.(ctx, id)
    eraseTrack(ctx, track, true)
    numberTracks(ctx, orderOf(ctx, casset.id))
    countChange(ctx, casset)
    ctx.jobs.add(dropPacksJob, { cassetId: casset.id }, { key: id })
    if (uploadedBy) ctx.jobs.add(endExportsKind, { userId: uploadedBy.userId }, { key: id })
    const lost = { trackId: id, title, cassetId, casset: casset.name, artist, reason }
    for (const { userId, address, name } of makers) {
      emailOfLoss(ctx, lost, { reader: userId, address: address ?? '', name, language: null, hasPaid: false })
    }
    const heldUntil = active ? ctx.now() : inactiveAt
    if (status === 'READY' && heldUntil !== null) tellHolders(ctx, { ...lost, heldUntil })
  })
  await forgetUpload(ctx, track)
}
