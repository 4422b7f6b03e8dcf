import type Stripe from 'stripe'
import type { AccountContext } from '../context.ts'
import { invalidRequest } from '../request/api-error.ts'
import { randomString } from '../server.ts'

const validMs = 5 * 60_000

/** A single-use link to the onboarding page, valid for five minutes. */
export type StoredLink = {
  id: string
  account: string
  kind: 'account_onboarding' | 'account_update'
  createdMs: number
  refreshUrl: string
  returnUrl: string | null
  isUsed: boolean
}

export const isOpen = (link: StoredLink, nowMs: number): boolean => !link.isUsed && nowMs < link.createdMs + validMs

/** Creates and returns an onboarding link for an account. Throws url_invalid. */
export function createLink(
  ctx: AccountContext,
  account: string,
  { kind, refreshUrl, returnUrl }: Pick<StoredLink, 'kind' | 'refreshUrl' | 'returnUrl'>,
): StoredLink {
  for (const url of [refreshUrl, returnUrl]) {
    if (url !== null && !(/^https?:\/\//.test(url) && URL.canParse(url)))
      throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'use_case' })
  }
  const createdMs = ctx.server.nowMs()
  const id = randomString(ctx.server.random, 40)
  return ctx.store.account_link.put({ id, account, kind, createdMs, refreshUrl, returnUrl, isUsed: false })
}

export function toLink(link: StoredLink, pages: string): Stripe.V2.Core.AccountLink {
  const urls = { refresh_url: link.refreshUrl, ...(link.returnUrl === null ? {} : { return_url: link.returnUrl }) }
  return {
    object: 'v2.core.account_link',
    account: link.account,
    created: new Date(link.createdMs).toISOString(),
    expires_at: new Date(link.createdMs + validMs).toISOString(),
    livemode: false,
    url: `${pages}/onboarding/${link.id}`,
    use_case: { [link.kind]: urls, type: link.kind },
  }
}
