import { toV1Account } from './account/answer.ts'
import { asOfNow } from './balance.ts'
import { invalidRequest } from './fault.ts'
import { listPage } from './list-page.ts'
import type { Desk } from './till.ts'

type Thing = Record<string, unknown>
type Find = (desk: Desk, id: string) => object | undefined

/** Where the thing behind an id is found, by the id's prefix. */
const finders: Readonly<Record<string, Find>> = {
  pi: (desk, id) => desk.book.payment_intent.get(id),
  pm: (desk, id) => desk.book.payment_method.get(id),
  ch: (desk, id) => desk.book.charge.get(id),
  py: (desk, id) =>
    desk.till.store
      .owners()
      .map((owner) => desk.till.store.book(owner).charge.get(id))
      .find(Boolean),
  txn: (desk, id) => {
    const line = desk.book.balance_transaction.get(id)
    return line && asOfNow(desk, line)
  },
  re: (desk, id) => desk.book.refund.get(id),
  pyr: (desk, id) =>
    desk.till.store
      .owners()
      .map((owner) => desk.till.store.book(owner).refund.get(id))
      .find(Boolean),
  du: (desk, id) => desk.book.dispute.get(id),
  cus: (desk, id) => desk.book.customer.get(id),
  tr: (desk, id) => desk.till.store.book(desk.till.platform).transfer.get(id),
  trr: (desk, id) => desk.till.store.book(desk.till.platform).transfer_reversal.get(id),
  fee: (desk, id) => desk.book.application_fee.get(id),
  fr: (desk, id) => desk.book.fee_refund.get(id),
  po: (desk, id) => desk.book.payout.get(id),
  acct: (desk, id) => {
    const account = desk.till.store.book(desk.till.platform).account.get(id)
    return account && toV1Account(account)
  },
}

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A charge that nothing was handed on from does not name its transfer, but may be asked for it. */
const mayBeAbsent = (thing: Thing, name: string) => thing.object === 'charge' && name === 'transfer'

const own = (thing: Thing, name: string) => (Object.hasOwn(thing, name) ? thing[name] : undefined)

/** Puts things in place of their ids along the asked paths, at most four deep. The stored things stay as they are. */
export function expand(desk: Desk, answer: object, paths: readonly string[]): object {
  return paths.reduce((thing, path) => along(desk, thing, path.split('.'), path), answer)
}

function along(desk: Desk, thing: object, [name, ...rest]: readonly string[], path: string): object {
  if (name === undefined || !isThing(thing)) return thing
  if (path.split('.').length > 4 + (path.startsWith('data.') ? 1 : 0)) throw cannot(path)
  const value = name === 'refunds' && thing.object === 'charge' ? refundsOf(desk, thing) : own(thing, name)
  if (value === undefined && !mayBeAbsent(thing, name)) throw cannot(path)
  if (value === undefined || value === null) return thing
  const next = Array.isArray(value)
    ? value.map((one) => (isThing(one) ? along(desk, one, rest, path) : one))
    : along(desk, whole(desk, value, path), rest, path)
  return { ...thing, [name]: next }
}

function whole(desk: Desk, value: unknown, path: string): object {
  if (isThing(value)) return value
  const kind = typeof value === 'string' ? (value.split('_')[0] ?? '') : ''
  const found = typeof value === 'string' && Object.hasOwn(finders, kind) ? finders[kind]?.(desk, value) : undefined
  if (!found) throw cannot(path)
  return found
}

function refundsOf(desk: Desk, charge: Thing): object {
  const rows = desk.book.refund.newestFirst().filter((refund) => refund.charge === charge.id)
  return listPage(`/v1/charges/${charge.id}/refunds`, rows, {})
}

const cannot = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { code: 'parameter_invalid', param: 'expand' })
