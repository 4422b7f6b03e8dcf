import type Stripe from 'stripe'
import { invalidRequest } from '../fault.ts'
import { type Desk, letters } from '../till.ts'

const validMs = 5 * 60_000

/** A link to the onboarding page: for one visit, for five minutes. */
export type KeptLink = {
  id: string
  account: string
  kind: 'account_onboarding' | 'account_update'
  createdMs: number
  refreshUrl: string
  returnUrl: string | null
  isUsed: boolean
}

/** Whether a link still opens the page. */
export const isOpen = (link: KeptLink, nowMs: number): boolean => !link.isUsed && nowMs < link.createdMs + validMs

/** Makes a link for an account. */
export function createLink(
  desk: Desk,
  account: string,
  { kind, refreshUrl, returnUrl }: Pick<KeptLink, 'kind' | 'refreshUrl' | 'returnUrl'>,
): KeptLink {
  for (const url of [refreshUrl, returnUrl]) {
    if (url !== null && !(/^https?:\/\//.test(url) && URL.canParse(url)))
      throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'use_case' })
  }
  const createdMs = desk.till.nowMs()
  const id = letters(desk.till.random, 40)
  return desk.book.account_link.put({ id, account, kind, createdMs, refreshUrl, returnUrl, isUsed: false })
}

/** A link as v2 answers it. */
export function toLink(link: KeptLink, pages: string): Stripe.V2.Core.AccountLink {
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
