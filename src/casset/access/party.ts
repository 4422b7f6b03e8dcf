import { and, asc, between, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { parties } from '../../../db/schema/room/party.ts'
import { isArtistSuspended } from '../../account/suspended.ts'
import type { Ctx } from '../../context.ts'
import { partyLimits } from '../../lib/music/party.ts'
import { whereReady } from './held-track.ts'

const { placeholder } = sql

type Tape = { id: string; artistId: string; published: boolean }

const opening = prepared((db) =>
  db
    .select({ id: parties.id })
    .from(parties)
    .where(
      and(
        eq(parties.cassetId, placeholder('cassetId')),
        between(parties.begunAt, placeholder('since'), placeholder('now')),
        isNull(parties.endedAt),
        eq(parties.opensTracks, true),
      ),
    ),
)

/**
 * Whether a party is on at which those who ordered a tape hear what a preorder has not opened yet
 * (rule: preorders-at-a-party). A suspension closes it at once, before the clock of the party has
 * looked.
 */
export function doesPartyOpen(ctx: Ctx, { id: cassetId, artistId, published }: Tape): boolean {
  const now = ctx.now()
  const isOn = published && opening(ctx.db).get({ cassetId, since: now - partyLimits.lastsMs, now }) !== undefined
  return isOn && !isArtistSuspended(ctx, artistId)
}

const ofRecord = prepared((db) => {
  const { id, hookId, title, durationSec, hookStartSec, position, contributorId } = tracks
  const { status, active, inactiveAt, takenDown, withdrawnAt, closed } = tracks
  const shown = { status, active, inactiveAt, takenDown, withdrawnAt, closed, contributorId }
  return db
    .select({ id, hookId, title, durationSec, hookStartSec, position, ...shown })
    .from(tracks)
    .where(and(eq(tracks.cassetId, placeholder('cassetId')), whereReady))
    .orderBy(asc(position), asc(id))
})

/** Returns the tracks of a tape as it plays when it is open, also those that are not open yet. */
export const recordOf = ({ db }: Ctx, cassetId: string) => ofRecord(db).all({ cassetId })
