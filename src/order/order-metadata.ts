import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type Stripe from 'stripe'
import { orders } from '../../db/schema/order/order.ts'
import type { OrderVat } from '../books/vat/order-vat.ts'
import type { Ctx } from '../context.ts'
import { largestRate, vatIn } from '../lib/money/vat.ts'
import type { Order } from './order.ts'
import type { OrderPart } from './place-order.ts'

export const Id = t.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
/** A number that is not negative, in the processor's metadata. */
export const Digits = t.String({ pattern: '^[0-9]{1,15}$' })
const Short = t.String({ minLength: 1, maxLength: 255 })

// The right to withdraw; `agreed`: offered, as nobody has confirmed yet what the payer agreed to.
const Right = t.Union([t.Literal('waived'), t.Literal('offered'), t.Literal('agreed')])

/** Rebuilds the order where a database has lost it. */
const OrderMetadata = t.Object({
  orderId: Id,
  // The instance; the processor holds payments with this key.
  deckId: t.String(),
  userId: t.Optional(Id),
  buyerEmail: t.Optional(t.String()),
  /** The account that has claimed what a guest paid. */
  claimedBy: t.Optional(Id),
  agentKey: t.Optional(t.String()),
  receiptEmail: t.Optional(t.String()),
  cassetId: Id,
  kind: t.Union(orders.kind.enumValues.map((kind) => t.Literal(kind))),
  thingId: t.Optional(Id),
  subject: t.Optional(t.String()),
  mode: t.Union(orders.mode.enumValues.map((mode) => t.Literal(mode))),
  amount: Digits,
  currency: t.String({ pattern: '^[a-z]{3}$' }),
  price: Digits,
  feeBasisPoints: Digits,
  createdAt: Digits,
  sellerAccountId: t.Optional(Short),
  referralCode: t.Optional(Short),
  discountId: t.Optional(Id),
  discountCode: t.Optional(Short),
  credit: t.Optional(Digits),
  language: t.Optional(t.String()),
  withdrawal: t.Optional(Right),
  /** When it was first downloaded, where that ended the right to give it back. */
  downloadedAt: t.Optional(Digits),
  /** When its payer gave it back, which may still wait. */
  withdrawnAt: t.Optional(Digits),
  /** The VAT within it: its country, rate in hundredths of a percent, and sum; or none. */
  vat: t.Optional(t.String()),
  /** How often it was told of changes. */
  told: t.Optional(Digits),
  message: t.Optional(t.String()),
  messageRest: t.Optional(t.String()),
  /** The number of artists who sell it, each in a key of their own: part0, part1 and so on. */
  parts: t.Optional(t.String({ pattern: '^[1-9][0-9]?$' })),
})

type OrderMetadata = Static<typeof OrderMetadata>

// A value holds 500 characters, and an emoji counts as two.
const pointsOfValue = 250

/** One seller of an order, with their account at that time, as one value of the metadata. */
export type ToldPart = OrderPart & { accountId: string | null }

const writePart = ({ artistId, basisPoints, stays, accountId }: ToldPart) =>
  [artistId, basisPoints, stays ? 'stays' : (accountId ?? '-')].join(' ')

const part = /^([0-9a-f-]{36}) ([1-9][0-9]{0,4}) (stays|-|acct_\w{1,200})$/

/** Returns the parts in metadata, in order; undefined when one of them cannot be read. */
function partsIn(metadata: Stripe.Metadata): ToldPart[] | undefined {
  const texts = Array.from({ length: Number(metadata.parts ?? 0) }, (_, index) => metadata[`part${index}`] ?? '')
  const parts = texts.flatMap((text) => {
    const [, artistId, basisPoints, account = '-'] = part.exec(text) ?? []
    const accountId = account.startsWith('acct_') ? account : null
    return artistId === undefined
      ? []
      : [{ artistId, basisPoints: Number(basisPoints), stays: account === 'stays', accountId }]
  })
  return parts.length === texts.length ? parts : undefined
}

// A guest's address that is forgotten, since the processor keeps no empty value.
const forgotten = '-'

const noVat = '-'

/** Nobody knows before it is paid. */
function vatText({ paidAt, vatCountry, vatBasisPoints, vatMinor }: Pick<Order, 'paidAt' | keyof OrderVat>) {
  if (vatMinor !== null) return `${vatCountry} ${vatBasisPoints} ${vatMinor}`
  return paidAt === null ? null : noVat
}

/** Returns a payment's metadata about what may change of its order after it is paid. */
export const toldChanges = ({
  userId,
  buyerEmail,
  holderId,
  withdrawal,
  agrees,
  downloadedAt,
  withdrawnAt,
  told,
  ...rest
}: Order) => ({
  buyerEmail: buyerEmail === '' ? forgotten : buyerEmail,
  claimedBy: userId === null && buyerEmail !== null ? holderId : null,
  withdrawal: withdrawal === 'offered' && agrees ? 'agreed' : withdrawal,
  downloadedAt: downloadedAt === null ? null : `${downloadedAt}`,
  withdrawnAt: withdrawnAt === null ? null : `${withdrawnAt}`,
  vat: vatText(rest),
  told: told > 0 ? `${told}` : null,
})

export const isForgotten = ({ buyerEmail }: Stripe.Metadata): boolean => buyerEmail === forgotten

/** Returns the metadata of an order's payment; `parts` are those of a co-casset's order. */
export function metadataOf(
  { instanceId }: Pick<Ctx, 'instanceId'>,
  order: Order,
  parts: readonly ToldPart[] = [],
): Record<string, string> {
  const points = [...(order.message ?? '')]
  const told = parts.map((each, index) => [`part${index}`, writePart(each)] as const)
  const count = parts.length > 0 ? `${parts.length}` : null
  const all = {
    orderId: order.id,
    deckId: instanceId,
    userId: order.userId,
    ...toldChanges(order),
    agentKey: order.agentKey,
    receiptEmail: order.receiptEmail,
    cassetId: order.cassetId,
    kind: order.kind,
    thingId: order.thingId,
    subject: order.subject,
    mode: order.mode,
    amount: `${order.amountMinor}`,
    currency: order.currency,
    price: `${order.priceMinor}`,
    feeBasisPoints: `${order.feeBasisPoints}`,
    createdAt: `${order.createdAt}`,
    sellerAccountId: order.sellerAccountId,
    referralCode: order.referralCode,
    discountId: order.discountId,
    discountCode: order.discountCode,
    credit: order.creditMinor > 0 ? `${order.creditMinor}` : null,
    language: order.language,
    message: points.slice(0, pointsOfValue).join(''),
    messageRest: points.slice(pointsOfValue).join(''),
    parts: count,
  } satisfies Record<keyof OrderMetadata, string | null>
  return Object.fromEntries([...Object.entries(all).flatMap(([key, value]) => (value ? [[key, value]] : [])), ...told])
}

/** Another instance may use the same account at the processor. */
export const isOfThisInstance = (
  { instanceId }: Pick<Ctx, 'instanceId'>,
  { metadata }: Stripe.PaymentIntent,
): boolean => metadata.deckId === instanceId

/** Undefined when the metadata is incomplete, or another instance's. */
export function orderIn({ metadata }: Stripe.PaymentIntent) {
  if (!Value.Check(OrderMetadata, metadata)) return undefined
  const parts = partsIn(metadata)
  if (!parts) return undefined
  const { orderId: id, userId = null, cassetId, kind, mode, currency, sellerAccountId = null } = metadata
  const { thingId = null, subject = null, referralCode = null, message = '', messageRest = '' } = metadata
  const { discountId = null, discountCode = null } = metadata
  const { receiptEmail = null, agentKey = '', buyerEmail = null, claimedBy = null } = metadata
  return {
    id,
    userId,
    holderId: userId ?? claimedBy,
    buyerEmail: userId !== null ? null : buyerEmail === forgotten ? '' : buyerEmail,
    agentKey: userId === null && buyerEmail === null ? agentKey : null,
    receiptEmail,
    cassetId,
    kind,
    mode,
    currency,
    sellerAccountId,
    thingId,
    subject,
    referralCode,
    discountId,
    discountCode,
    creditMinor: Number(metadata.credit ?? 0),
    withdrawal: metadata.withdrawal === 'agreed' ? ('offered' as const) : (metadata.withdrawal ?? null),
    agrees: metadata.withdrawal === 'agreed' || metadata.withdrawal === 'waived',
    language: orders.language.enumValues.find((language) => language === metadata.language) ?? null,
    downloadedAt: numberIn(metadata.downloadedAt),
    withdrawnAt: numberIn(metadata.withdrawnAt),
    ...(toldVat(metadata) ?? { vatCountry: null, vatBasisPoints: null, vatMinor: null }),
    told: numberIn(metadata.told) ?? 0,
    message: message + messageRest || null,
    amountMinor: Number(metadata.amount),
    priceMinor: Number(metadata.price),
    feeBasisPoints: Number(metadata.feeBasisPoints),
    createdAt: Number(metadata.createdAt),
    parts,
  }
}

/** Returns a number that metadata tells; null where it tells none. */
export const numberIn = (text: string | undefined): number | null => (Value.Check(Digits, text) ? Number(text) : null)

const vat = /^([A-Z]{2}) (\d{1,4}) (\d{1,15})$/

/**
 * Returns the VAT within a payment as it tells it, null where it tells that there is none.
 * Undefined where it tells nothing, or a sum that is not of that rate.
 */
export function toldVat(metadata: Stripe.Metadata): OrderVat | null | undefined {
  if (metadata.vat === noVat) return null
  const [, vatCountry, basisPoints, minor] = vat.exec(metadata.vat ?? '') ?? []
  if (vatCountry === undefined) return undefined
  const [vatBasisPoints, vatMinor] = [Number(basisPoints), Number(minor)]
  const isOfRate = vatBasisPoints <= largestRate && vatMinor === vatIn(Number(metadata.amount), vatBasisPoints)
  return isOfRate ? { vatCountry, vatBasisPoints, vatMinor } : undefined
}

/** Whether a payment was told of changes that the database does not have. */
export const knowsMore = ({ told }: Pick<Order, 'told'>, metadata: Stripe.Metadata): boolean =>
  (numberIn(metadata.told) ?? 0) > told

export type LostOrder = NonNullable<ReturnType<typeof orderIn>>
