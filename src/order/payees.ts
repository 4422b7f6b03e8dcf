import { artistOf } from '../casset/artist-of.ts'
import type { Ctx } from '../context.ts'
import type { Account, Posting } from '../ledger/post.ts'
import { divide } from '../lib/divide.ts'
import type { Order } from './order.ts'

/** Who gets a part of what an order brings and bears that part of what it costs. Parts are in hundredths of a percent. */
export type Payee = { account: Account; basisPoints: number }

/** Returns everybody who is paid by an order. What the owner of the instance sells is theirs as it comes. */
export function payeesOf(ctx: Ctx, { cassetId, sellerAccountId }: Order): readonly Payee[] {
  const artistId = artistOf(ctx, cassetId).id
  return [{ account: { kind: sellerAccountId === null ? 'ARTIST' : 'OWED', artistId }, basisPoints: 10_000 }]
}

/** Returns the entries that give an amount to payees, or with a negative one take it from them. */
export function divided(payees: readonly Payee[], amount: number): Posting['entries'] {
  const weights = payees.map(({ basisPoints }) => basisPoints)
  const parts = divide(amount, weights)
  return payees.map(({ account }, index) => [account, parts[index] ?? 0] as const)
}
