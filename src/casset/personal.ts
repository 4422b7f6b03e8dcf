import { eq } from 'drizzle-orm'
import { cassets, formerWords } from '../../db/schema/casset/casset.ts'
import type { Ctx } from '../context.ts'
import { dropDeletedText } from '../platform/drop-deleted-text.ts'
import { dropPacksJob } from '../platform/job/job-kinds.ts'
import type { Gone, Personal } from '../platform/personal.ts'
import { wasCollected } from './access/collected.ts'
import { changeCassets } from './casset.ts'

export const cassetPersonal: Personal = {
  sections: [
    {
      name: 'cassets',
      isOfCasset: true,
      start: [-1],
      sql: `SELECT id, slug, word, kind, released_on, name, price_minor, suggested_minor, track_price_minor, currency, published AS is_published, whole_for_all AS is_whole_for_all, published_at, privacy, styles AS json_styles, theme_tokens AS json_theme_tokens,
          background_source, background_asset_id AS background_id, pattern_id, footer_theme, cover_asset_id AS cover_id, opens_at, opens_zone, called_off_at, created_at, rowid AS k0
        FROM cassets WHERE id = $cassetId AND artist_id = $artistId AND rowid > $k0`,
    },
    {
      name: 'former-words',
      start: [''],
      sql: `SELECT word, casset_id, left_at, word AS k0 FROM former_words
        WHERE artist_id = $artistId AND word > $k0 ORDER BY word LIMIT $limit`,
    },
  ],
  erases: ['former_words'],
  forget({ db }, { artistId }) {
    const hidden = { published: false, backgroundAssetId: null, backgroundSource: 'none' } as const
    db.delete(formerWords).where(eq(formerWords.artistId, artistId)).run()
    db.update(cassets).set(hidden).where(eq(cassets.artistId, artistId)).run()
  },
  erase: eraseNames,
}

/** Collectors keep the name and cover they bought. A casset without collectors loses both. */
async function eraseNames(ctx: Ctx, { artistId, displayName }: Gone): Promise<void> {
  const own = ctx.db.select().from(cassets).where(eq(cassets.artistId, artistId)).all()
  for (const { id, name, word } of own) {
    const isHeld = wasCollected(ctx, id)
    const keepsName = isHeld && !name.toLowerCase().includes(displayName.toLowerCase())
    await ctx.jointly(() => {
      // A word often repeats a name. The address has changed with the handle already.
      const address = word === null ? {} : { word: id }
      const blank = {
        ...address,
        ...(keepsName ? {} : { name: 'A casset' }),
        ...(isHeld ? {} : { coverAssetId: null }),
      }
      changeCassets(ctx, eq(cassets.id, id), blank)
      // Their tags name the artist.
      ctx.jobs.add(dropPacksJob, { cassetId: id }, { key: `deleted:${id}` })
    })
  }
  await dropDeletedText(ctx, 'casset_search')
}
