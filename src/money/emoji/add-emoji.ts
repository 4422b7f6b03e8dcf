import { rm, writeFile } from 'node:fs/promises'
import { and, count, eq, isNull } from 'drizzle-orm'
import { emojis } from '../../../db/schema/money/emoji.ts'
import { visibleCasset } from '../../casset/access/visible-casset.ts'
import { ownCasset } from '../../casset/own-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { sha256Hex } from '../../lib/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { ownAsset } from '../../platform/asset/own-asset.ts'
import { findIntact } from '../../platform/blob/find-intact.ts'
import { storeFiles } from '../../platform/blob/store-files.ts'
import { notStored } from '../../platform/http/disk-full.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { refusePrice } from '../../platform/payment/refuse-sum.ts'
import { refuseFullDisk } from '../../platform/storage/keep-free.ts'
import { requireAccount } from '../../platform/storage/require-account.ts'
import { refuseOverQuota } from '../../platform/storage/reservation.ts'
import { cleanEmoji, type EmojiPicture, refuseHeavy } from './clean-emoji.ts'
import { requireFreeShortcode } from './free-shortcode.ts'
import type { NewEmoji } from './model.ts'

const mostListed = 100

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
  refusePrice(price, casset.currency)
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
  const picture = await cleanEmoji(await Bun.file(file.path).bytes(), asset.contentType)
  return keep(ctx, picture, (sha256) => {
    refuse()
    requireAccount(ctx, author.userId)
    refuseOverQuota(ctx, author.userId, picture.bytes.length)
    const id = ctx.uuid()
    const said = { id, cassetId: casset.id, shortcode, priceMinor: price, createdAt: ctx.now() }
    const { contentType, bytes } = picture
    ctx.db
      .insert(emojis)
      .values({ ...said, sha256, contentType, bytes: bytes.length, assetId })
      .run()
    return id
  })
}

function refuseMany(ctx: Ctx, cassetId: string): void {
  const listed = and(eq(emojis.cassetId, cassetId), isNull(emojis.withdrawnAt))
  const found = ctx.db.select({ count: count() }).from(emojis).where(listed).get()
  if ((found?.count ?? 0) < mostListed) return
  throw new AppError('BAD_STATE', say('A casset can have at most {mostListed} emoji.', { mostListed }), {
    hint: say('Stop selling one first.'),
  })
}

async function keep(ctx: Ctx, { bytes }: EmojiPicture, write: (sha256: string) => string): Promise<string> {
  const sha256 = sha256Hex(bytes)
  const path = ctx.blobs.scratch(ctx.uuid())
  await writeFile(path, bytes, { mode: 0o600 }).catch(async (error) => {
    await rm(path, { force: true }).catch(() => {})
    throw notStored(ctx.log, error)
  })
  return storeFiles(ctx, [{ path, sha256 }], () => write(sha256))
}
