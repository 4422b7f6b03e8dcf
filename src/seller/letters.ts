import { eq } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { type Sum, writeMoney } from '../lib/money.ts'
import { readAddress } from '../mail/address.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { SellerAccount } from './seller-account.ts'

type Artist = { handle: string; email: string }
type Letter = { key: string; kind: string; to: Artist; subject: string; lines: readonly string[] }

// After half a year without SMTP, the pages of the studio have long told it.
const usefulMs = 180 * 86_400_000

function send(ctx: Ctx, { key, kind, to: { handle: name, email }, subject, lines }: Letter): void {
  // Nothing of this may fail because of an address that no mail reaches.
  if (readAddress(email) === undefined) return
  const { origin } = ctx.site
  queueMail(ctx, {
    uniqueKey: `${kind}:${key}`,
    kind,
    to: { name, address: email },
    subject,
    text: [`Hello ${name},`, ...lines, `— ${new URL(origin).host}`, ''].join('\n\n'),
    usefulUntil: ctx.now() + usefulMs,
  })
}

function sendToOwner(ctx: Ctx, letter: Omit<Letter, 'to'>): void {
  const { handle } = artists
  const owner = ctx.db
    .select({ handle, email: users.email })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(eq(users.role, 'owner'))
    .get()
  if (owner) send(ctx, { ...letter, to: owner })
}

/** Tells the owner of the instance that an artist asks to sell. Called in the transaction of the question. */
export function mailAsked(ctx: Ctx, { artistId, handle }: { artistId: string; handle: string }, at: number): void {
  const { origin } = ctx.site
  sendToOwner(ctx, {
    key: `${artistId}:${at}`,
    kind: 'seller-asked',
    subject: `@${handle} asks to sell`,
    lines: [
      `@${handle} asks to sell on your site: ${origin}/@${handle}`,
      `Nobody can buy from them until you allow it. The switch is here: ${origin}/studio/sellers`,
    ],
  })
}

/** Tells an artist that they may sell. Called in the transaction of the decision. */
export function mailAllowed(ctx: Ctx, artist: Artist, at: number): void {
  send(ctx, {
    key: `${artist.handle}:${at}`,
    kind: 'seller-allowed',
    to: artist,
    subject: 'You can sell now',
    lines: [
      'The owner of this site allows you to sell from now on.',
      `If you have not set up payouts yet, do it here: ${ctx.site.origin}/studio/payouts`,
    ],
  })
}

/** Tells an artist that they may not sell, or no more. Called in the transaction of the decision. */
export function mailTakenBack(ctx: Ctx, artist: Artist, at: number): void {
  send(ctx, {
    key: `${artist.handle}:${at}`,
    kind: 'seller-refused',
    to: artist,
    subject: 'You cannot sell here at the moment',
    lines: [
      'The owner of this site does not allow you to sell at the moment. Your prices are shown, but nobody can pay them.',
      'What you have sold stays with its buyers, and what you are owed is paid to you.',
      `You can ask to sell again: ${ctx.site.origin}/studio/payouts`,
    ],
  })
}

/** Tells the owner of the instance that an account was closed to which money is owed, or that owes some. */
export function mailClosedOwed(ctx: Ctx, { accountId, artistId }: SellerAccount, owed: readonly Sum[]): void {
  const { handle } = artists
  const artist = ctx.db.select({ handle }).from(artists).where(eq(artists.id, artistId)).get()
  if (!artist) return
  const sums = owed.map(({ amount, currency }) =>
    amount > 0
      ? `${writeMoney({ amount, currency })} is owed to them.`
      : `They owe ${writeMoney({ amount: -amount, currency })}.`,
  )
  sendToOwner(ctx, {
    key: accountId,
    kind: 'seller-closed',
    subject: `@${artist.handle} closed their payout account`,
    lines: [
      `The payout account of @${artist.handle} is closed, or out of reach of this site. ${sums.join(' ')}`,
      `It is settled when they connect another account. Until then it is kept here: ${ctx.site.origin}/studio/sellers`,
    ],
  })
}
