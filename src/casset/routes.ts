import { eq } from 'drizzle-orm'
import { Elysia, t } from 'elysia'
import { assets } from '../../db/schema/casset.ts'
import { toCover } from '../asset/asset-url.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { guard } from '../http/guard.ts'
import type { Viewer } from '../http/session.ts'
import { Casset, CassetPatch, CassetUpdate, OwnerMedia, PublicMedia, RecentCassets, UpdatePrice } from './model.ts'
import type { CassetRow } from './own-casset.ts'
import { readMedia } from './read-media.ts'
import { recentCassets } from './recent-cassets.ts'
import { toCasset, toTheme } from './to-casset.ts'
import { cassetTag, updateCasset } from './update-casset.ts'

const defaultRecent = 12
const maxRecent = 25

/** Reads a limit: an integer, clamped to 1…25; anything else is a VALIDATION of `limit` (contract 4). */
function recentLimit(raw: string | undefined): number {
  if (raw === undefined) return defaultRecent
  if (!/^[+-]?\d+$/.test(raw)) throw invalid('limit', '"limit" must be a whole number.')
  return Math.min(maxRecent, Math.max(1, Number(raw)))
}

function toUpdate(ctx: Ctx, row: CassetRow, author: Viewer) {
  const cover = row.coverAssetId ? ctx.db.select().from(assets).where(eq(assets.id, row.coverAssetId)).get() : undefined
  return {
    casset: toCasset(row, author.handle),
    theme: toTheme(row),
    texture: { profilePatternId: row.patternId },
    cover: cover ? toCover(cover) : null,
  }
}

/** Discovery, the media payload, and the owner's changes to a casset (spec 4.2, 4.3). */
export const casset = (ctx: Ctx) =>
  new Elysia({ name: 'casset' })
    .use(guard(ctx))
    .get('/api/cassets/recent', ({ query }) => recentCassets(ctx, recentLimit(query.limit)), {
      limit: 'read',
      query: t.Object({ limit: t.Optional(t.String()) }, { additionalProperties: true }),
      response: { 200: RecentCassets },
    })
    .get('/api/casset/:slug/media', ({ params, viewer }) => readMedia(ctx, params.slug, viewer), {
      limit: 'read',
      response: { 200: t.Union([OwnerMedia, PublicMedia]) },
    })
    .patch(
      '/api/studio/casset/:id',
      ({ params, body, author, request, set }) => {
        const row = updateCasset(ctx, author, params.id, body, request.headers.get('if-match'))
        set.headers.etag = cassetTag(row)
        return toUpdate(ctx, row, author)
      },
      { limit: 'write', session: true, body: CassetPatch, response: { 200: CassetUpdate } },
    )
    .post(
      '/api/casset/update-price',
      ({ body, author }) => {
        const row = updateCasset(ctx, author, body.cassetId, { price: body.price }, null)
        return { casset: toCasset(row, author.handle) }
      },
      { limit: 'write', session: true, body: UpdatePrice, response: { 200: t.Object({ casset: Casset }) } },
    )
