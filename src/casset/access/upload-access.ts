import { and, eq, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/sqlite-core'
import { isAmong } from '../../../db/among.ts'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { extras } from '../../../db/schema/casset/extra.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import type { Ctx } from '../../context.ts'
import { Entitlement } from './entitlement.ts'

const { placeholder } = sql

type Uploader = { userId: string; artistId: string }

const uploaded = prepared((db) => {
  const ids = placeholder('ids')
  const ofTracks = db
    .select({ sha256: tracks.sha256 })
    .from(tracks)
    .innerJoin(cassets, eq(cassets.id, tracks.cassetId))
    .where(
      and(
        isAmong(tracks.id, ids),
        sql`coalesce(${tracks.contributorId}, ${cassets.artistId}) = ${placeholder('artistId')}`,
      ),
    )
  const ofAssets = db
    .select({ sha256: assets.sha256 })
    .from(assets)
    .where(and(isAmong(assets.id, ids), eq(assets.userId, placeholder('userId'))))
  const ofEmojis = db
    .select({ sha256: emojis.sha256 })
    .from(emojis)
    .innerJoin(cassets, eq(cassets.id, emojis.cassetId))
    .where(and(isAmong(emojis.id, ids), eq(cassets.artistId, placeholder('artistId'))))
  const ofExtras = db
    .select({ sha256: extras.sha256 })
    .from(extras)
    .innerJoin(cassets, eq(cassets.id, extras.cassetId))
    .where(and(isAmong(extras.id, ids), eq(cassets.artistId, placeholder('artistId'))))
  return union(ofTracks, ofAssets, ofEmojis, ofExtras)
})

/**
 * Returns the entitlement of an account to the files that it uploaded, for the tracks, assets,
 * emoji and extras with these ids, whatever became of them since (rule: export).
 */
export function entitlementToUploads(ctx: Ctx, { userId, artistId }: Uploader, ids: readonly string[]): Entitlement {
  const files = uploaded(ctx.db).all({ userId, artistId, ids: JSON.stringify(ids) })
  const ground = { by: 'upload', holder: userId, since: null } as const
  return new Entitlement(
    ground,
    files.map(({ sha256 }) => sha256),
  )
}
