import { and, eq, inArray } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { artists } from '../../db/schema/account/account.ts'
import { sessions } from '../../db/schema/account/session.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { makeOwner, ownerOf } from '../account/owner/make-owner.ts'
import { updateProfile } from '../account/profile/update-profile.ts'
import { viewerOfToken } from '../account/session/viewer.ts'
import { makeAccount } from '../account/sign-in/sign-up.ts'
import { ingestTrackJob } from '../casset/track/measure/ingest-track.ts'
import { type RecordingTrack, recordings } from '../casset/track/measure/recording.ts'
import { updateCasset } from '../casset/update-casset.ts'
import type { Ctx } from '../context.ts'
import { demoAccount } from '../lib/account/demo-account.ts'
import { newPriceCurrency } from '../platform/payment/platform-currency.ts'
import { ARTISTS, demoPrice, durationOf, hookStartOf } from './artists.ts'
import type { ArtistSpec, TrackSpec } from './cast/artist.ts'
import { emojiJob, proofJob, sleeveJob, trackJob } from './demo-jobs.ts'
import { queueLife } from './liven.ts'
import { playedBy, whereCast } from './played-by.ts'
import { WAVEFORMS } from './waveforms.ts'

/**
 * When each kind of work begins: proofs of the sleeves, one track of everybody, what can wait, and
 * what is said of it.
 */
const firstTracksMs = 1_300
const restMs = 8_000
const lifeMs = 12_000

/**
 * Puts the cast in, unless it is there, with their cassets published at once, and queues their
 * sleeves and music. Returns whether anybody was new.
 */
export async function seedDemo(ctx: Ctx): Promise<boolean> {
  const missing = ARTISTS.filter(({ handle }) => !ctx.db.select().from(artists).where(whereCast(ctx, handle)).get())
  await Promise.all(missing.map((spec) => enter(ctx, spec)))
  if (!ownerOf(ctx)) makeOwner(ctx, demoAccount.email)
  const longest = Math.max(...ARTISTS.map(({ tracks }) => tracks.length))
  inTransaction(ctx.db, () => {
    for (const { handle } of missing) {
      ctx.jobs.add(proofJob, { handle }, { key: handle })
      queueLife(ctx, handle, lifeMs)
      ctx.jobs.add(sleeveJob, { handle }, { key: handle, runAt: ctx.now() + restMs })
    }
    for (let index = 0; index < longest; index += 1) {
      for (const { handle, tracks } of missing) {
        const slug = tracks[index]?.slug
        if (slug === undefined) continue
        const waitMs = index === 0 ? firstTracksMs : restMs
        ctx.jobs.add(trackJob, { handle, slug }, { key: slug, runAt: ctx.now() + waitMs + index })
      }
    }
    for (const { handle, emojis } of missing) {
      if (emojis) ctx.jobs.add(emojiJob, { handle }, { key: handle, runAt: ctx.now() + restMs })
    }
  })
  inTransaction(ctx.db, () => recordAgain(ctx))
  for (const { handle, tracks } of ARTISTS) recordings(ctx).set(handle, tracks.map(announced))
  return missing.length > 0
}

/** A piece whose recording failed did so by the machine: it is played or read again. */
function recordAgain(ctx: Ctx): void {
  for (const { handle, tracks: pieces } of ARTISTS) {
    for (const { slug } of pieces) {
      if (ctx.jobs.find(trackJob, slug)?.state === 'FAILED') ctx.jobs.add(trackJob, { handle, slug }, { key: slug })
    }
    const whereFailed = and(
      eq(tracks.cassetId, playedBy(ctx, handle).cassetId),
      eq(tracks.status, 'FAILED'),
      inArray(
        tracks.title,
        pieces.map(({ title }) => title),
      ),
    )
    const failed = ctx.db
      .update(tracks)
      .set({ status: 'PROCESSING', problem: null })
      .where(whereFailed)
      .returning()
      .all()
    for (const { id, cassetId } of failed) {
      ctx.jobs.add(ingestTrackJob, { trackId: id }, { key: id, lane: cassetId })
    }
  }
}

const announced = (track: TrackSpec): RecordingTrack => ({
  title: track.title,
  durationSec: durationOf(track),
  hookStartSec: hookStartOf(track),
  peaks: WAVEFORMS[track.slug] ?? '',
})

async function enter(ctx: Ctx, spec: ArtistSpec): Promise<void> {
  const { handle, displayName, bio, location, pronouns, socials, profileFlag } = spec
  const isPrinted = handle === demoAccount.handle
  const password = isPrinted ? demoAccount.password : Buffer.from(ctx.random(24)).toString('base64url')
  const draft = { email: `${handle}@example.com`, password, handle, displayName }
  const { account, token } = await makeAccount(ctx, draft, { address: 'demo', userAgent: 'demo', sessionId: undefined })
  const viewer = viewerOfToken(ctx, token)
  if (!viewer) throw new Error('The demo could not sign in.')
  ctx.db.delete(sessions).where(eq(sessions.userId, account.user.id)).run()
  updateProfile(ctx, viewer, { bio, location, pronouns, socials: [...socials], profileFlag, tellsPurchases: true })
  const { cassetId } = playedBy(ctx, handle)
  const look = {
    name: spec.cassetName,
    price: demoPrice(spec.priceMinor, newPriceCurrency(ctx)),
    styles: [spec.genre],
    profilePatternId: spec.pattern,
    themeTokens: { accent: spec.accent },
  }
  updateCasset(ctx, viewer, cassetId, look, null)
  // Before the first track is ready, which only the demo may: its pages show what is being
  // recorded.
  const publishedAt = ctx.now() + ARTISTS.indexOf(spec)
  ctx.db.update(cassets).set({ published: true, publishedAt }).where(eq(cassets.id, cassetId)).run()
}
