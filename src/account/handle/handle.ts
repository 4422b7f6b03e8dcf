import { eq } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { formerHandles, retiredHandles } from '../../../db/schema/account/handle.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { handlePattern } from '../../lib/account/handle.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { cassetsOf } from '../cassets.ts'

/** Whether a text could be a handle at all (rule: handle). */
export const isHandle = (text: string): boolean => handlePattern.test(text)

/** Kept of a deleted account, so that nobody else gets the handle (rule: deletion). */
export const handleHash = (handle: string): string => sha256Hex(`handle ${handle}`)

/**
 * Returns whether a handle is neither reserved nor taken: by an artist, by the slug of a co-casset
 * (rule: co-cassets), by a redirect to somebody other than `artistId` (rule: former-handles), or by
 * an account that was deleted.
 */
export function isHandleFree(ctx: Ctx, handle: string, artistId?: string): boolean {
  const { db } = ctx
  if (reservedHandles.has(handle)) return false
  const isRetired = eq(retiredHandles.handleHash, handleHash(handle))
  if (db.select().from(retiredHandles).where(isRetired).get()) return false
  const former = db.select().from(formerHandles).where(eq(formerHandles.handle, handle)).get()
  if (former && former.artistId !== artistId) return false
  const artist = db.select({ id: artists.id }).from(artists).where(eq(artists.handle, handle)).get()
  return !artist && !cassetsOf(ctx).isSlugTaken(ctx, handle)
}

export const takenHandle = () =>
  new AppError('BAD_STATE', say('This handle is taken.'), { field: 'handle', hint: say('Choose another one.') })

/**
 * Path names of the site, and names under which somebody could impersonate the service. Nobody can
 * register them.
 */
const reservedHandles: ReadonlySet<string> = new Set(
  `
  about abuse access accessibility account accounts activity admin administrator ads agent agents anonymous api app app-css app-js
  apple artist artists asset assets audio auth backup billing blobs blog browse callback campaign campaigns cart casset
  cassets catalog checkout claim client collected co-casset co-cassets cocasset cocassets code codes comments config connect contact cookies
  copyright cover covers css dashboard data debug deck delete demo desk discord discover docs doctor dossier download
  downloads drop drop-rules drops edit email embed emoji emojis error everyone explore export exporter faq favicon feed feedback
  files followers following fonts forgot forgot-password gift gifts google guest guide handle handles healthz help here home hook hooks
  hostmaster humans icon icons image images img imprint index info internal invite invites island islands jobs js keys
  language legal library license licensed licenses lineage link links list local localhost log login logout mail mailer mailing-list
  manifest mcp me media messages metrics moderator moderators music myself new news no-reply nobody noreply
  notification notifications null oauth oembed official offline oidc open openapi owner owners page pages parties party password pay
  payment payments payout payouts pfp ping player playlist policy popular postmaster press preview pricing privacy
  private profile profiles provenance public purchase purchases queue random readyz receipt receipts recent redeem referral register release
  releases report request requests reset reset-password rest restore robots room root rss rules sales sandbox search security self server
  service session sessions settings setup share shop sideb sign-in sign-out sign-up signin signout signup sitemap
  sites spotify staff start static stats status stem stems stripe studio submissions submit subscribe support surprise svc sw system
  tag tags taken tapedeck team terms test test-processor theme themes this tip tips token track tracks trending tus undefined unsubscribe
  upgrade upload uploads user users v1 v2 verify verify-email video waveform webhook webhooks webmaster well-known withdraw witness
  world worlds www
  `
    .trim()
    .split(/\s+/),
)
