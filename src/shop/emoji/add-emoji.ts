import { rm } from 'node:fs/promises'
import { Type as t } from '@sinclair/typebox'
import { and, count, eq, isNull } from 'drizzle-orm'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import { visibleCasset } from '../../casset/access/visible-casset.ts'
import { ownCasset } from '../../casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { ownAsset } from '../../platform/asset/own-asset.ts'
import { runPicture } from '../../platform/asset/picture/run-picture.ts'
import { findIntact } from '../../platform/blob/find-intact.ts'
import { storeFiles } from '../../platform/blob/store-files.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { refusePrice } from '../../platform/payment/refuse-sum.ts'
import { refuseFullDisk } from '../../platform/storage/keep-free.ts'
import { requireAccount } from '../../platform/storage/require-account.ts'
import { refuseOverQuota } from '../../platform/storage/reservation.ts'
import { requireFreeShortcode } from './free-shortcode.ts'
import type { NewEmoji } from './model.ts'
import { EmojiType, refuseHeavy } from './picture/emoji-type.ts'

const mostListed = 100

const Cleaned = t.Object({ contentType: EmojiType, bytes: t.Integer(), sha256: t.String() })

/**
 * Puts a cleaned copy of an uploaded picture on sale as an emoji of the caller's casset
 * (rule: emoji-for-sale). Throws NOT_FOUND, FORBIDDEN for another's casset, VALIDATION for a price
 * out of bounds and for a picture that is not the caller's or not usable, BAD_STATE for a shortcode
 * in use, too many emoji or an account without free space.
 */
export async function addEmoji(ctx: Ctx, author: Viewer, wanted: NewEmoji): Promise<string> {
  const { shortcode, assetId, price, cassetId } = wanted
  const casset =
    cassetId === undefined ? visibleCasset(ctx, author.handle, author).casset : ownCasset(ctx, cassetId, author)
  refusePrice(ctx, price, casset.currency)
  const asset = ownAsset(ctx, author, 'image', assetId, 'assetId')
  refuseHeavy(asset.bytes)
  const refuse = () => {
    requireFreeShortcode(ctx, casset.id, shortcode)
    refuseMany(ctx, casset.id)
  }
  refuse()
  await findIntact(ctx, asset)
  refuseFullDisk(ctx, asset.bytes)
  using file = await ctx.blobs.hold(asset.sha256)
  const path = ctx.blobs.scratch(ctx.uuid())
  try {
    const asked = { userId: author.userId, field: 'assetId' }
    const picture = await runPicture(ctx, asked, ['__emoji', file.path, asset.contentType, path], Cleaned)
    return await storeFiles(ctx, [{ path, sha256: picture.sha256 }], () => {
      refuse()
      requireAccount(ctx, author.userId)
      refuseOverQuota(ctx, author.userId, picture.bytes)
      const id = ctx.uuid()
      const said = { id, cassetId: casset.id, shortcode, priceMinor: price, createdAt: ctx.now() }
      ctx.db
        .insert(emojis)
        .values({ ...said, ...picture, assetId })
        .run()
      return id
    })
  } finally {
    await rm(path, { force: true })
  }
}

function refuseMany(ctx: Ctx, cassetId: string): void {
  const listed = and(eq(emojis.cassetId, cassetId), isNull(emojis.withdrawnAt))
  const found = ctx.db.select({ count: count() }).from(emojis).where(listed).get()
  if ((found?.count ?? 0) < mostListed) return
  throw new AppError('BAD_STATE', say('A casset can have at most {mostListed} emoji.', { mostListed }), {
    hint: say('Stop selling one first.'),
  })
}
