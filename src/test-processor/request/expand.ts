import { toV1Account } from '../account/to-account.ts'
import { withCurrentStatus } from '../balance/balance.ts'
import type { AccountContext } from '../context.ts'
import type { ObjectType } from '../store/store.ts'
import { invalidRequest } from './api-error.ts'
import { listPage } from './list-page.ts'

type JsonObject = Record<string, unknown>
type Find = (ctx: AccountContext, id: string) => object | undefined

/** Returns an object's store: a transfer's payment and refund are the connected account's. */
function storeWith({ store, server: { stores } }: AccountContext, type: ObjectType, id: string) {
  if (store[type].get(id)) return store
  const owner = stores.ownerOf(type, id)
  return owner === undefined ? undefined : stores.of(owner)
}

/** Looks up the object of an id, by the id's prefix. */
const findById: Readonly<Record<string, Find>> = {
  pi: (ctx, id) => ctx.store.payment_intent.get(id),
  pm: (ctx, id) => ctx.store.payment_method.get(id),
  ch: (ctx, id) => ctx.store.charge.get(id),
  py: (ctx, id) => storeWith(ctx, 'charge', id)?.charge.get(id),
  txn: (ctx, id) => {
    const transaction = storeWith(ctx, 'balance_transaction', id)?.balance_transaction.get(id)
    return transaction && withCurrentStatus(ctx, transaction)
  },
  re: (ctx, id) => ctx.store.refund.get(id),
  pyr: (ctx, id) => storeWith(ctx, 'refund', id)?.refund.get(id),
  file: (ctx, id) => ctx.store.file.get(id),
  du: (ctx, id) => ctx.store.dispute.get(id),
  cus: (ctx, id) => ctx.store.customer.get(id),
  tr: (ctx, id) => ctx.server.stores.of(ctx.server.platform).transfer.get(id),
  trr: (ctx, id) => ctx.server.stores.of(ctx.server.platform).transfer_reversal.get(id),
  po: (ctx, id) => ctx.store.payout.get(id),
  acct: (ctx, id) => {
    const account = ctx.server.stores.of(ctx.server.platform).account.get(id)
    return account && toV1Account(account)
  },
}

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ownProperty = (parent: JsonObject, name: string) => (Object.hasOwn(parent, name) ? parent[name] : undefined)

/**
 * Returns the response with ids replaced by their objects along the given paths, at most four
 * levels deep. Throws invalid_request_error for a path that cannot be expanded.
 */
export function expand(ctx: AccountContext, response: object, paths: readonly string[]): object {
  return paths.reduce((parent, path) => expandPath(ctx, parent, path.split('.'), path), response)
}

function expandPath(ctx: AccountContext, parent: object, [name, ...rest]: readonly string[], path: string): object {
  if (name === undefined || !isJsonObject(parent)) return parent
  if (path.split('.').length > 4 + (path.startsWith('data.') ? 1 : 0)) throw cannot(path)
  const value = name === 'refunds' && parent.object === 'charge' ? refundsOf(ctx, parent) : ownProperty(parent, name)
  if (value === undefined) throw cannot(path)
  if (value === null) return parent
  const next = Array.isArray(value)
    ? value.map((one) => (isJsonObject(one) ? expandPath(ctx, one, rest, path) : one))
    : expandPath(ctx, resolveObject(ctx, value, path), rest, path)
  return { ...parent, [name]: next }
}

function resolveObject(ctx: AccountContext, value: unknown, path: string): object {
  if (isJsonObject(value)) return value
  const kind = typeof value === 'string' ? (value.split('_')[0] ?? '') : ''
  const found = typeof value === 'string' && Object.hasOwn(findById, kind) ? findById[kind]?.(ctx, value) : undefined
  if (!found) throw cannot(path)
  return found
}

function refundsOf(ctx: AccountContext, charge: JsonObject): object {
  return listPage(`/v1/charges/${charge.id}/refunds`, ctx.store.refund, {}, { charge: String(charge.id) })
}

const cannot = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { code: 'parameter_invalid', param: 'expand' })
