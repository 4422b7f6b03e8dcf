import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { mailingConsents as consents } from '../../../db/schema/audience/mailing-list.ts'
import { refuseBlockedDomain } from '../../account/block-list.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { requestLanguage, say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { rates } from '../../platform/http/limiter.ts'
import { mailboxOf, readAddress } from '../../platform/mail/address.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'

/** A guest has no account. */
export type NewConsentDraft = Pick<typeof consents.$inferSelect, 'artistId' | 'email' | 'userId' | 'text'> & {
  from: (typeof consents.$inferSelect)['givenFrom']
}

const usefulMs = 7 * dayMs

/**
 * Stores that somebody, whose address is confirmed, lets an artist write to them, and emails them
 * how to end it (rule: mailing-consent). A second consent keeps the first. Returns its id. Throws
 * VALIDATION for an invalid address and a guest's at a blocked domain. Called in a transaction.
 */
export function recordConsent(ctx: Ctx, draft: NewConsentDraft): string {
  const { artistId, email: typed, userId, text, from } = draft
  const email = readAddress(typed)
  if (email === undefined) throw invalid('email', say('Enter a valid email address.'))
  const isNow = and(eq(consents.artistId, artistId), eq(consents.email, email), isNull(consents.endedAt))
  const before = ctx.db.select({ id: consents.id, userId: consents.userId }).from(consents).where(isNow).get()
  if (before) {
    if (before.userId === null) ctx.db.update(consents).set({ userId }).where(eq(consents.id, before.id)).run()
    return before.id
  }
  if (userId === null) refuseBlockedDomain(ctx, 'email', email)
  // Joining and leaving repeatedly must not fill a mailbox.
  const wait = ctx.limiter.take(`mail-to-user ${mailboxOf(email)}`, rates['mail-to-user'])
  const key = Buffer.from(ctx.random(32)).toString('base64url')
  const row = { id: ctx.uuid(), artistId, email, userId, text, givenAt: ctx.now(), givenFrom: from }
  ctx.db
    .insert(consents)
    .values({ ...row, keyHash: sha256Hex(key) })
    .run()
  if (wait === 0) queueWelcome(ctx, row, key)
  return row.id
}

type Row = Pick<typeof consents.$inferSelect, 'id' | 'artistId' | 'email'>

/** It names the artist by handle only: a name could advertise to the real owner of the address. */
function queueWelcome(ctx: Ctx, { id, artistId, email }: Row, key: string): void {
  const artist = handleOf(ctx, eq(artists.id, artistId))
  const endUrl = `${ctx.site.origin}/unsubscribe?key=${key}`
  queueEmail(ctx, {
    uniqueKey: `mailing-list:${id}`,
    kind: 'mailing-list-joined',
    to: { address: email, language: requestLanguage() ?? null },
    write: () => ({
      subject: say('You will get news from @{artist}', { artist }),
      paragraphs: [
        say('You agreed that @{artist} may email you news, and has your address for that.', { artist }),
        keyTo(say('See their page'), `${ctx.site.origin}/@${artist}`),
        say('To end it, now or whenever you like, without signing in: {endUrl}', { endUrl }),
        say('If it was not you, unsubscribe by that link, and no email will come.'),
      ],
    }),
    usefulUntil: ctx.now() + usefulMs,
    unsubscribeUrl: endUrl,
  })
}

function handleOf({ db }: Ctx, which: SQL): string {
  const artist = db.select({ handle: artists.handle }).from(artists).where(which).get()
  if (!artist) throw new Error('A consent was given to nobody.')
  return artist.handle
}
