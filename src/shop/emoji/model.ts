import { type Static, t } from 'elysia'
import { Agrees, Checkout, ReplaceVoucher } from '../../order/shape.ts'
import { Amount, closed, Money } from '../../platform/http/request/schema.ts'

const Shortcode = t.String({
  // "__proto__" would be lost from every object that a program keys by shortcode.
  pattern: '^(?!__proto__$)[a-z0-9_]{2,32}$',
  description: '2 to 32 lowercase letters, digits or underscores, such as tape_wave',
})

const CassetId = t.String({ maxLength: 64, description: "one of the caller's cassets; their own when absent" })

/** Body of POST /api/studio/emojis. The asset is an uploaded picture. */
export const NewEmoji = t.Object(
  { shortcode: Shortcode, assetId: t.String(), price: Amount, cassetId: t.Optional(CassetId) },
  closed,
)

export const EmojiPatch = t.Partial(t.Object({ shortcode: Shortcode, price: Amount }, closed))

export const OwnEmoji = t.Object({
  id: t.String(),
  shortcode: t.String(),
  url: t.String(),
  price: Money,
  sold: t.Integer({ description: 'how many have it now' }),
  createdAt: t.String(),
})

export const EmojiPurchase = t.Object({ emojiId: t.String(), replaceVoucher: ReplaceVoucher, agrees: Agrees }, closed)

export const EmojiPayment = Checkout

export type EmojiPurchase = Static<typeof EmojiPurchase>
export type NewEmoji = Static<typeof NewEmoji>
export type EmojiPatch = Static<typeof EmojiPatch>
export type OwnEmoji = Static<typeof OwnEmoji>
