import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { say } from '../../lib/language/say.ts'
import type { FileHolder } from '../../platform/file-holder.ts'

const { placeholder } = sql
const sha256 = placeholder('sha256')

const hashes = [tracks.sha256, tracks.hookSha256, tracks.playSha256, tracks.lightSha256, tracks.lightHookSha256]

const named = prepared((db) =>
  db
    .select({ id: tracks.id })
    .from(tracks)
    .where(or(...hashes.map((of) => eq(of, sha256))))
    .limit(1),
)

const stems = prepared((db) =>
  db
    .select({ assetId: sql<string>`${tracks.stemsAssetId}`, title: tracks.title })
    .from(tracks)
    .where(isAmong(tracks.stemsAssetId, placeholder('ids'))),
)

/**
 * Masters with their hooks and renditions, and stems. The copy of a track on a co-casset is stored
 * by its contributor.
 */
export const trackFiles: FileHolder = {
  names: ({ db }, hash) => named(db).get({ sha256: hash }) !== undefined,
  uses: ({ db }, ids) =>
    stems(db)
      .all({ ids })
      .map(({ assetId, title }) => ({ assetId, use: 'stems', words: say('the stems of "{title}"', { title }) })),
  bytes(db, userId) {
    const whereMine = eq(artists.userId, userId)
    const ownCassets = db
      .select({ id: cassets.id })
      .from(artists)
      .innerJoin(cassets, eq(cassets.artistId, artists.id))
      .where(whereMine)
    const ownArtists = db.select({ id: artists.id }).from(artists).where(whereMine)
    const ofLight = sql`total(${tracks.lightBytes}) + total(${tracks.lightHookBytes})`
    const bytes = sql`total(${tracks.bytes}) + total(${tracks.hookBytes}) + total(${tracks.playBytes}) + ${ofLight}`
    const ofTracks = () => db.select({ bytes }).from(tracks)
    return [
      sql`${ofTracks().where(and(inArray(tracks.cassetId, ownCassets), isNull(tracks.contributorId)))}`,
      sql`${ofTracks().where(inArray(tracks.contributorId, ownArtists))}`,
    ]
  },
}
