import { eq } from 'drizzle-orm'
import { artists, users } from '../../../db/schema/account/account.ts'
import { artistNames } from '../../account/artist-names.ts'
import { whereOwner } from '../../account/owner/make-owner.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { type Sum, sumText } from '../../lib/money/money.ts'
import { joinSentences } from '../../lib/text/gap.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type EmailDraft, keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import type { SellerAccount } from './account/seller-account.ts'

type Artist = { handle: string; email: string }
type SellerEmailText = Pick<EmailDraft, 'kind' | 'write'> & { key: string }

// After half a year without SMTP, the studio has shown it for long.
const usefulMs = 180 * dayMs

function send(ctx: Ctx, { email: address }: Artist, { key, ...words }: SellerEmailText): void {
  const uniqueKey = `${words.kind}:${key}`
  queueEmail(ctx, { ...words, uniqueKey, to: { address }, usefulUntil: ctx.now() + usefulMs })
}

function sendToOwner(ctx: Ctx, words: SellerEmailText): void {
  const { handle } = artists
  const owner = ctx.db
    .select({ handle, email: users.email })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(whereOwner)
    .get()
  if (owner?.email) send(ctx, { ...owner, email: owner.email }, words)
}

/** Tells the owner that an artist asks to sell. Called in the transaction of the request. */
export function mailAsked(ctx: Ctx, artist: Pick<Viewer, 'artistId' | 'handle' | 'displayName'>, at: number): void {
  const { origin } = ctx.site
  const { artistId, handle, displayName: name } = artist
  sendToOwner(ctx, {
    key: `${artistId}:${at}`,
    kind: 'seller-asked',
    write: () => ({
      subject: say('{name} asks to sell', { name }),
      paragraphs: [
        say('{name} asks to sell on your site: {page}', { name, page: `${origin}/@${handle}` }),
        say('Nobody can buy from them until you allow it.'),
        keyTo(say('Decide about it'), `${origin}/studio/sellers`),
      ],
    }),
  })
}

/** Emails an artist that they may sell. Called in the transaction of the decision. */
export function mailAllowed(ctx: Ctx, artist: Artist, at: number): void {
  send(ctx, artist, {
    key: `${artist.handle}:${at}`,
    kind: 'seller-allowed',
    write: () => ({
      subject: say('You can sell now'),
      paragraphs: [
        say('The owner of this site allows you to sell from now on.'),
        say('If you have not set up payouts yet, that is the next step.'),
        keyTo(say('Set up payouts'), `${ctx.site.origin}/studio/payouts`),
      ],
    }),
  })
}

/** Tells an artist that they may not sell, or no longer. Called in the decision's transaction. */
export function mailTakenBack(ctx: Ctx, artist: Artist, at: number): void {
  send(ctx, artist, {
    key: `${artist.handle}:${at}`,
    kind: 'seller-refused',
    write: () => ({
      subject: say('You cannot sell here at the moment'),
      paragraphs: [
        say(
          'The owner of this site does not allow you to sell at the moment. Your prices are shown, but nobody can pay them.',
        ),
        say('What you have sold stays with its buyers, and what you are owed is paid to you.'),
        keyTo(say('Ask to sell again'), `${ctx.site.origin}/studio/payouts`),
      ],
    }),
  })
}

/** Tells the owner of the instance that an account was closed which is owed money, or owes some. */
export function mailClosedOwed(
  ctx: Ctx,
  { accountId, artistId }: Pick<SellerAccount, 'accountId' | 'artistId'>,
  owed: readonly Sum[],
): void {
  const artist = artistNames(ctx, artistId)
  if (!artist) return
  sendToOwner(ctx, {
    key: accountId,
    kind: 'seller-closed',
    write() {
      const sums = owed.map(({ amount, currency }) =>
        amount > 0
          ? say('{sum} is owed to them.', { sum: sumText({ amount, currency }) })
          : say('They owe {sum}.', { sum: sumText({ amount: -amount, currency }) }),
      )
      return {
        subject: say('{name} closed their payout account', { name: artist.name }),
        paragraphs: [
          joinSentences(
            say('The payout account of {name} (@{handle}) is closed, or out of reach of this site.', artist),
            ...sums,
          ),
          keyTo(say('See the sellers'), `${ctx.site.origin}/studio/sellers`),
          say('It is settled when they connect another account. Until then it is kept.'),
        ],
      }
    },
  })
}
