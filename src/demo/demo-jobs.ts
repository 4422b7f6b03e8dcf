import { Type as t } from '@sinclair/typebox'
import { and, eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { updateProfile } from '../account/profile/update-profile.ts'
import { addTrack } from '../casset/track/add-track.ts'
import { updateTrack } from '../casset/track/update-track.ts'
import { updateCasset } from '../casset/update-casset.ts'
import type { Ctx } from '../context.ts'
import { addAsset } from '../platform/asset/add-asset.ts'
import { deleteAsset } from '../platform/asset/delete-asset.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { newPriceCurrency } from '../platform/payment/platform-currency.ts'
import { addEmoji } from '../shop/emoji/add-emoji.ts'
import { listEmojis } from '../shop/emoji/list-emojis.ts'
import { ARTISTS, demoPrice, disclosureOf, findTrack, hookStartOf } from './artists.ts'
import { lifeJob } from './liven.ts'
import { dropJob } from './make-drop.ts'
import { partyJob } from './make-party.ts'
import { pastJob } from './make-past.ts'
import { playedBy } from './played-by.ts'
import { rendered } from './run-render.ts'

const OfArtist = t.Object({ handle: t.String() })
const OfTrack = t.Object({ handle: t.String(), slug: t.String() })

export const sleeveJob = defineJob('demo-sleeve', {
  payload: OfArtist,
  concurrency: 1,
  maxAttempts: 3,
  endsAtStop: true,
  run: (ctx, { handle }, _attempt, signal) => printSleeve(ctx, handle, signal),
})

export const emojiJob = defineJob('demo-emoji', {
  payload: OfArtist,
  concurrency: 1,
  maxAttempts: 3,
  endsAtStop: true,
  run: (ctx, { handle }, _attempt, signal) => putEmojiUp(ctx, handle, signal),
})

export const trackJob = defineJob('demo-track', {
  payload: OfTrack,
  concurrency: 2,
  maxAttempts: 10,
  endsAtStop: true,
  run: (ctx, { handle, slug }, _attempt, signal) => recordTrack(ctx, handle, slug, signal),
})

/** Makes a small proof of a sleeve, in a fifth of the time: no tape is bare when the site opens. */
export const proofJob = defineJob('demo-proof', {
  payload: OfArtist,
  concurrency: 2,
  maxAttempts: 3,
  endsAtStop: true,
  run: (ctx, { handle }, _attempt, signal) => printProof(ctx, handle, signal),
})

/** The demo's own kinds of job. Long work is done in child processes, so that the site is quick. */
export const demoJobs = [trackJob, proofJob, sleeveJob, emojiJob, lifeJob, dropJob, pastJob, partyJob]

const coverOf = (ctx: Ctx, cassetId: string) =>
  ctx.db.select({ id: cassets.coverAssetId }).from(cassets).where(eq(cassets.id, cassetId)).get()?.id ?? null

async function printProof(ctx: Ctx, handle: string, signal: AbortSignal): Promise<void> {
  const { viewer, cassetId } = playedBy(ctx, handle)
  if (coverOf(ctx, cassetId) !== null) return
  const proof = await rendered(ctx, ['proof', handle, 'now'], `${handle}-proof.png`, signal)
  const cover = await addAsset(ctx, viewer, proof)
  updateCasset(ctx, viewer, cassetId, { coverAssetId: cover.id }, null)
}

async function recordTrack(ctx: Ctx, handle: string, slug: string, signal: AbortSignal): Promise<void> {
  const found = findTrack(slug)
  if (!found) return
  const { track, artist } = found
  // The first tape of each is what an empty site waits for; all else can wait for the site.
  const urgency = artist.tracks[0] === track ? 'now' : 'later'
  const { viewer, cassetId } = playedBy(ctx, handle)
  const whereSame = and(eq(tracks.cassetId, cassetId), eq(tracks.title, track.title))
  if (ctx.db.select().from(tracks).where(whereSame).get()) return
  const file = await rendered(ctx, ['track', slug, urgency], `${slug}.flac`, signal)
  const row = await addTrack(ctx, cassetId, file, { title: track.title })
  const lyrics = track.lyrics ?? null
  const said = { kind: 'GENERATION', lyrics, aiDisclosure: disclosureOf(track) } as const
  updateTrack(ctx, viewer, row.id, { ...said, hookStartSec: hookStartOf(track) }, null)
}

async function printSleeve(ctx: Ctx, handle: string, signal: AbortSignal): Promise<void> {
  const { viewer, cassetId } = playedBy(ctx, handle)
  const sleeve = await rendered(ctx, ['cover', handle, 'later'], `${handle}-cover.png`, signal)
  const proofId = coverOf(ctx, cassetId)
  const cover = await addAsset(ctx, viewer, sleeve)
  updateCasset(ctx, viewer, cassetId, { coverAssetId: cover.id }, null)
  if (proofId !== null) deleteAsset(ctx, viewer, proofId)
  const portrait = await rendered(ctx, ['picture', handle, 'later'], `${handle}.png`, signal)
  const picture = await addAsset(ctx, viewer, portrait)
  updateProfile(ctx, viewer, { pfpAssetId: picture.id })
}

async function putEmojiUp(ctx: Ctx, handle: string, signal: AbortSignal): Promise<void> {
  const { viewer, cassetId } = playedBy(ctx, handle)
  for (const { design, priceMinor } of ARTISTS.find((artist) => artist.handle === handle)?.emojis ?? []) {
    if (listEmojis(ctx, cassetId).some(({ shortcode }) => shortcode === design)) continue
    const file = await rendered(ctx, ['emoji', `${handle}/${design}`, 'later'], `${design}.webp`, signal)
    const asset = await addAsset(ctx, viewer, file)
    const price = demoPrice(priceMinor, newPriceCurrency(ctx))
    await addEmoji(ctx, viewer, { shortcode: design, assetId: asset.id, price })
  }
}
