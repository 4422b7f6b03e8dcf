import { and, eq, isNull } from 'drizzle-orm'
import { artists } from '../../db/schema/account.ts'
import { mailingConsents as consents } from '../../db/schema/mailing-list.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { rates } from '../http/limiter.ts'
import { sha256Hex } from '../lib/hmac.ts'
import { readAddress } from '../mail/address.ts'
import { queueLetter } from '../mail/queue-letter.ts'

/** A consent as it is given: to whom, by which address, in which words, and where. A guest has no account. */
export type NewConsentDraft = Pick<typeof consents.$inferSelect, 'artistId' | 'email' | 'userId' | 'text'> & {
  from: (typeof consents.$inferSelect)['givenFrom']
}

const usefulMs = 7 * 86_400_000

/**
 * Notes that somebody lets an artist write to them, and tells them by mail how to end it (rule 10.11). Who does so already
 * keeps the first consent. Returns its id. Throws VALIDATION for what is no address. Called in a transaction.
 */
export function recordConsent(ctx: Ctx, { artistId, email: typed, userId, text, from }: NewConsentDraft): string {
  const email = readAddress(typed)
  if (email === undefined) throw invalid('email', 'Enter a valid email address.')
  const isNow = and(eq(consents.artistId, artistId), eq(consents.email, email), isNull(consents.endedAt))
  const before = ctx.db.select({ id: consents.id, userId: consents.userId }).from(consents).where(isNow).get()
  if (before) {
    if (before.userId === null) ctx.db.update(consents).set({ userId }).where(eq(consents.id, before.id)).run()
    return before.id
  }
  const key = Buffer.from(ctx.random(32)).toString('base64url')
  const row = { id: ctx.uuid(), artistId, email, userId, text, givenAt: ctx.now(), givenFrom: from }
  ctx.db
    .insert(consents)
    .values({ ...row, keyHash: sha256Hex(key) })
    .run()
  // Joining and leaving again and again must not fill a letterbox.
  if (ctx.limiter.take(`mail-to-user ${email}`, rates['mail-to-user']) === 0) queueWelcome(ctx, row, key)
  return row.id
}

type Row = Pick<typeof consents.$inferSelect, 'id' | 'artistId' | 'email' | 'userId' | 'text'>

function queueWelcome(ctx: Ctx, { id, artistId, email, userId, text }: Row, key: string): void {
  const { displayName: artist, handle } = artistById(ctx, artistId)
  const reader = userId === null ? undefined : ctx.db.select().from(artists).where(eq(artists.userId, userId)).get()
  const endUrl = `${ctx.site.origin}/unsubscribe?key=${key}`
  queueLetter(ctx, {
    uniqueKey: `mailing-list:${id}`,
    kind: 'mailing-list-joined',
    to: { name: reader?.displayName ?? 'listener', address: email },
    subject: `You will get news from ${artist}`,
    paragraphs: [
      `You agreed to this at ${ctx.site.origin}/@${handle}:\n“${text}”`,
      `To end it, now or whenever you like, without signing in: ${endUrl}`,
      'If it was not you, open that link, and no letter will come.',
    ],
    usefulUntil: ctx.now() + usefulMs,
    unsubscribeUrl: endUrl,
  })
}

function artistById({ db }: Ctx, artistId: string) {
  const { displayName, handle } = artists
  const artist = db.select({ displayName, handle }).from(artists).where(eq(artists.id, artistId)).get()
  if (!artist) throw new Error('A consent was given to nobody.')
  return artist
}
