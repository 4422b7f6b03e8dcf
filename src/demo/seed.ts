import { eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { artists, sessions } from '../../db/schema/account.ts'
import { makeOwner, ownerOf } from '../account/make-owner.ts'
import { makeAccount } from '../account/sign-up.ts'
import { updateProfile } from '../account/update-profile.ts'
import { updateCasset } from '../casset/update-casset.ts'
import type { Ctx } from '../context.ts'
import { viewerOfToken } from '../http/session.ts'
import { newPriceCurrency } from '../payment/platform-currency.ts'
import { ARTISTS, demoPrice } from './artists.ts'
import type { ArtistSpec } from './cast/artist.ts'
import { emojiJob, publishJob, sleeveJob, trackJob } from './demo-jobs.ts'
import { playedBy } from './played-by.ts'

/** The account that the terminal prints; it owns the demo. */
export const demoAccount = { handle: 'mara-velo', email: 'mara-velo@example.com', password: 'press play' } as const

/** Between one tape of everybody and the next, so that sleeves come in between. */
const restMs = 5_000
const headStartMs = 1_200

/** Puts the cast in, unless it is there, and queues their sleeves and music. Gives whether anybody was new. */
export async function seedDemo(ctx: Ctx): Promise<boolean> {
  const missing = ARTISTS.filter(({ handle }) => !ctx.db.select().from(artists).where(eq(artists.handle, handle)).get())
  await Promise.all(missing.map((spec) => enter(ctx, spec)))
  if (!ownerOf(ctx)) makeOwner(ctx, demoAccount.email)
  const longest = Math.max(...ARTISTS.map(({ tracks }) => tracks.length))
  inTransaction(ctx.db, () => {
    // One tape with the machine to itself, so that the site lives within two seconds; then one of everybody, and the
    // sleeves; then the rest.
    for (const { handle } of missing) {
      ctx.jobs.add(sleeveJob, { handle }, { key: handle, runAt: ctx.now() + headStartMs })
    }
    for (let index = 0; index < longest; index += 1) {
      for (const [place, { handle, tracks }] of missing.entries()) {
        const track = tracks[index]
        const rest = index === 0 && place > 0 ? headStartMs : index * restMs
        if (!track) continue
        const { slug } = track
        ctx.jobs.add(trackJob, { handle, slug }, { key: slug, runAt: ctx.now() + rest })
      }
    }
    for (const { handle } of missing) ctx.jobs.add(publishJob, { handle }, { key: handle })
    for (const { handle, emojis } of missing) {
      if (emojis) ctx.jobs.add(emojiJob, { handle }, { key: handle, runAt: ctx.now() + restMs })
    }
  })
  return missing.length > 0
}

async function enter(ctx: Ctx, spec: ArtistSpec): Promise<void> {
  const { handle, displayName, bio, location, pronouns, socials, profileFlag } = spec
  const isPrinted = handle === demoAccount.handle
  const password = isPrinted ? demoAccount.password : Buffer.from(ctx.random(24)).toString('base64url')
  const draft = { email: `${handle}@example.com`, password, handle, displayName }
  const { account, token } = await makeAccount(ctx, draft, { address: 'demo', userAgent: 'demo', sessionId: undefined })
  const viewer = viewerOfToken(ctx, token)
  if (!viewer) throw new Error('The demo could not sign in.')
  ctx.db.delete(sessions).where(eq(sessions.userId, account.user.id)).run()
  updateProfile(ctx, viewer, { bio, location, pronouns, socials: [...socials], profileFlag })
  const { cassetId } = playedBy(ctx, handle)
  const look = {
    name: spec.cassetName,
    price: demoPrice(spec.priceMinor, newPriceCurrency(ctx)),
    profilePatternId: spec.pattern,
    themeTokens: { accent: spec.accent },
  }
  updateCasset(ctx, viewer, cassetId, look, null)
}
