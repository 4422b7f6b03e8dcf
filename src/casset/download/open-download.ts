import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { entitlementTo } from '../access/decide-access.ts'
import type { Holding } from '../access/entitlement.ts'
import { visibleCasset } from '../access/visible-casset.ts'
import { refuseUnmade } from '../audio/convert/host-encoders.ts'
import { type Downloader, downloadingOf } from './downloading.ts'
import { awaitPack, type Pack } from './pack/await-pack.ts'
import { buildPackJob, convertPackJob } from './pack/build-pack.ts'
import { convertedFormatOf } from './pack/pack-format.ts'
import { planPack } from './pack/plan-pack.ts'
import { type HeldSince, readGoods, sharedExtrasSince, sharedHeldSince } from './read-goods.ts'
import type { Wanted } from './shape.ts'

/**
 * Returns the zip of a casset for its collector, or the file of one track. Throws NOT_FOUND,
 * FORBIDDEN without a purchase, BAD_STATE for an empty casset, UNAVAILABLE when it cannot be built.
 */
export const openDownload = (
  ctx: Ctx,
  slug: string,
  viewer: Viewer,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Pack> => openPack(ctx, wanted, signal, { by: viewer, find: () => holdingOf(ctx, slug, viewer) })

/**
 * Returns the zip or the track that somebody is entitled to, as `find` finds it now. Calls
 * `downloadingOf`, which notes the download or refuses it. Throws what either throws,
 * NOT_FOUND for a track that they do not have, BAD_STATE for a tape with nothing to download and
 * for a format that this host cannot make, UNAVAILABLE when the zip cannot be built.
 */
export async function openPack(
  ctx: Ctx,
  { format, track, isAsync }: Wanted,
  signal: AbortSignal,
  { by, find }: { by: Downloader; find: () => Holding },
): Promise<Pack> {
  const converted = convertedFormatOf(format)
  if (converted !== null) {
    find()
    await refuseUnmade(ctx, converted)
  }
  const job = converted === null ? buildPackJob : convertPackJob
  const tell = (isSent: boolean) => downloadingOf(ctx)(ctx, { cassetId: find().world.casset.id, by, isSent })
  const planNow = () => {
    const { world, entitlement } = find()
    const cassetId = world.casset.id
    const { only: held } = entitlement.ground
    const since = sharedHeldSince(ctx, cassetId, entitlement.ground.since)
    const extras = sharedExtrasSince(ctx, cassetId, entitlement.ground.wholeSince)
    if (track !== undefined) requireHeld(ctx, { cassetId, since, held }, track)
    // The buyer of a single track gets its file, as if they had named it.
    const one = track ?? (held?.length === 1 ? held[0] : undefined)
    const only = one === undefined ? held : [one]
    // One build at a time for the same tracks and format, however many requests wait for it.
    const which =
      only === undefined ? '' : `:${one === undefined ? '' : 'one:'}${sha256Hex(only.join(' ')).slice(0, 32)}`
    const withExtras = extras === null ? '' : `:extras:${extras ?? 'none'}`
    const key = `${cassetId}:${format}:${since ?? 'active'}${which}${withExtras}`
    const asked = {
      cassetId,
      format,
      since,
      ...(only === undefined ? {} : { only: [...only] }),
      ...(extras === undefined ? {} : { extras }),
      ...(one === undefined ? {} : { isOne: true }),
    }
    const build = () => ctx.jobs.add(job, asked, { key })
    return {
      entitlement,
      plan: planPack(ctx, world, format, { since, only, isOne: one !== undefined, extras }),
      job,
      key,
      build,
    }
  }
  const pack = await awaitPack(ctx, signal, planNow, { begins: () => tell(true), isAsync })
  if ('unready' in pack) return pack
  // It may have ended while the zip was made. A growing one is noted when its files begin.
  tell(!('growing' in pack))
  return pack
}

type Held = { cassetId: string; since: HeldSince; held: readonly string[] | undefined }

function requireHeld(ctx: Ctx, { cassetId, since, held }: Held, track: string): void {
  const isOnIt = readGoods(ctx, cassetId, since).some(({ id }) => id === track)
  if (!isOnIt || held?.includes(track) === false) throw notFound('track')
}

function holdingOf(ctx: Ctx, slug: string, viewer: Viewer): Holding {
  const world = visibleCasset(ctx, slug, viewer)
  const entitlement = entitlementTo(ctx, world, viewer)
  if (entitlement) return { world, entitlement }
  throw new AppError('FORBIDDEN', say('Only people who bought this casset can download it.'), {
    hint: say('Buy it: {origin}/checkout/{handle}', { origin: ctx.site.origin, handle: world.artist.handle }),
  })
}
