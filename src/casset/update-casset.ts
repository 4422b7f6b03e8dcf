import { eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { cassets, type StoredTokens } from '../../db/schema/casset/casset.ts'
import { cleanLine } from '../account/clean-text.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import { contrastRatio } from '../lib/music/contrast.ts'
import { distinctStyles } from '../lib/music/styles.ts'
import { ownAsset } from '../platform/asset/own-asset.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { priceFellKind, publishedTapeJob } from '../platform/job/job-kinds.ts'
import { refusePrice } from '../platform/payment/refuse-sum.ts'
import { hasSound } from './access/held-track.ts'
import { type CassetRow, ownCasset } from './casset.ts'
import { membersOf } from './member/members.ts'
import type { CassetPatch } from './model.ts'
import { readOpening, refusePublishing, setOpening } from './opening/set-opening.ts'
import { refuseStale } from './revision.ts'
import { refuseTakenDown } from './taken-thing.ts'
import { placeTape } from './tape.ts'

const leastContrast = 4.5

/** A price that falls for a moment tells nobody: what counts is the price a few minutes later. */
const settlesMs = 600_000

/**
 * Has a job tell of a lower price those who asked for it: when it falls, and when the casset is
 * shown again, as it may have fallen meanwhile (rule: wish-list). Called in the transaction of its
 * cause.
 */
export const lookForFall = ({ jobs, now }: Ctx, { id, revision }: Pick<CassetRow, 'id' | 'revision'>): void =>
  jobs.add(priceFellKind, { cassetId: id }, { key: `${id} ${revision}`, runAt: now() + settlesMs })

/**
 * Changes the named fields of the caller's casset. Throws VALIDATION for a price out of bounds,
 * colours without enough contrast, pictures that are not the caller's, a day that there is not, and
 * a word that the tape cannot have; and as `readOpening` and `setOpening` do. Throws BAD_STATE when
 * `ifMatch` does not match, when it would be published without a ready track, when it would be
 * published or opened although the site took it down, and when a co-casset would be published
 * without a second member.
 */
export function updateCasset(
  ctx: Ctx,
  author: Viewer,
  id: string,
  patch: CassetPatch,
  ifMatch: string | null,
): CassetRow {
  const before = ownCasset(ctx, id, author)
  const {
    name,
    price,
    suggestedPrice,
    trackPrice,
    cassetBackgroundSource,
    profilePatternId,
    themeTokens,
    published,
    ...others
  } = patch
  const { word, first, formerWord, styles, opensAt, opensZone, openTrackIds, ...rest } = others
  if (price !== undefined) refusePrice(ctx, price, before.currency)
  if (suggestedPrice != null) refusePrice(ctx, suggestedPrice, before.currency, 'suggestedPrice')
  if (trackPrice != null) refusePrice(ctx, trackPrice, before.currency, 'trackPrice')
  if (themeTokens) refuseFaintText(themeTokens)
  for (const field of ['coverAssetId', 'backgroundAssetId'] as const) {
    const assetId = rest[field] ?? null
    if (assetId !== null) ownAsset(ctx, author, 'image', assetId, field)
  }
  if (typeof rest.releasedOn === 'string') refuseNoDay(rest.releasedOn)
  const opening = readOpening(ctx, before, { opensAt, opensZone, openTrackIds })
  const readable = name === undefined ? {} : { name: readName(name) }
  refuseStale(before, ifMatch)
  if (rest.wholeForAll === true && before.slug !== null) {
    const hint = say('Each of you opens their own tracks.')
    throw new AppError('BAD_STATE', say('A casset of several artists is not opened as a whole.'), { hint })
  }
  if (published !== undefined) refusePublishing(ctx, before, published, opening)
  const isFirstTime = published === true && !before.published
  const { published: staysPublished, privacy } = before
  const becomesPublic =
    !isPublic(before) && isPublic({ published: published ?? staysPublished, privacy: rest.privacy ?? privacy })
  const isOpening = opensAt === null && before.opensAt !== null
  if (isFirstTime || isOpening) refuseTakenDown(before)
  if (isFirstTime) {
    refuseEmpty(ctx, id)
    refuseAlone(ctx, before)
  }
  const after = inTransaction(ctx.db, () => {
    const changed = ctx.db
      .update(cassets)
      .set({
        ...rest,
        ...readable,
        ...(price === undefined ? {} : { priceMinor: price }),
        ...(suggestedPrice === undefined ? {} : { suggestedMinor: suggestedPrice || null }),
        ...(trackPrice === undefined ? {} : { trackPriceMinor: trackPrice || null }),
        ...(cassetBackgroundSource === undefined ? {} : { backgroundSource: cassetBackgroundSource }),
        ...(profilePatternId === undefined ? {} : { patternId: profilePatternId }),
        ...(themeTokens === undefined ? {} : { themeTokens }),
        ...(styles === undefined ? {} : { styles: distinctStyles(styles.map(cleanLine)) }),
        ...(published === undefined ? {} : { published }),
        ...(isFirstTime ? { publishedAt: before.publishedAt ?? ctx.now() } : {}),
        ...(becomesPublic ? { publicAt: ctx.now() } : {}),
        ...placeTape(ctx, before, { word, first, formerWord }),
        ...setOpening(ctx, before, opening),
        revision: before.revision + 1,
      })
      .where(eq(cassets.id, id))
      .returning()
      .get()
    const isShownAgain = !isOpenToAll(before) && isOpenToAll(changed)
    if (changed.priceMinor < before.priceMinor || isShownAgain) lookForFall(ctx, changed)
    const isOpenAfterAll = before.calledOffAt !== null && changed.calledOffAt === null
    if (becomesPublic || isOpenAfterAll) ctx.jobs.add(publishedTapeJob, { cassetId: id }, { key: id })
    return changed
  })
  // Listeners who still may listen reconnect; the others are refused.
  if (isOpenToAll(before) && !isOpenToAll(after)) ctx.bus.publish({ kind: 'end', room: id })
  return after
}

function refuseNoDay(day: string): void {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(day)) return
  throw invalid('releasedOn', say('There is no such day.'), say('Write it as year, month and day, such as 2024-05-31.'))
}

const isPublic = ({ published, privacy }: Pick<CassetRow, 'published' | 'privacy'>): boolean =>
  published && privacy === 'public'

const isOpenToAll = ({ published, privacy }: CassetRow): boolean => published && privacy !== 'private'

function readName(text: string): string {
  const name = cleanLine(text)
  if (name === '') throw invalid('name', say('Enter a name with at least one visible character.'))
  return name
}

function refuseEmpty(ctx: Ctx, cassetId: string): void {
  if (hasSound(ctx, cassetId)) return
  throw new AppError('BAD_STATE', say('There is nothing to hear on this casset yet.'), {
    hint: say('Add a track and wait until it is ready, then publish.'),
  })
}

/** A co-casset can be published once it has two members (rule: members). */
function refuseAlone(ctx: Ctx, { id, slug }: CassetRow): void {
  if (slug === null || membersOf(ctx, id).length > 1) return
  throw new AppError('BAD_STATE', say('Nobody has accepted your invitation yet.'), {
    hint: say('Publish it when there are at least two of you.'),
  })
}

function refuseFaintText({ background, text }: StoredTokens): void {
  if (!background || !text) return
  const ratio = contrastRatio(background, text)
  if (ratio >= leastContrast) return
  const hint = say('Text on background has a contrast of {ratio}:1; it needs {leastContrast}:1 to be readable.', {
    ratio: ratio.toFixed(2),
    leastContrast,
  })
  throw invalid('themeTokens.text', say('This text cannot be read on this background.'), hint)
}
