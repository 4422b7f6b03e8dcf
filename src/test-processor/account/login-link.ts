import type Stripe from 'stripe'
import { type AccountContext, nowSec } from '../context.ts'
import { invalidRequest } from '../request/api-error.ts'
import { retrieveAccount } from './account.ts'

/** Throws for an account of another dashboard, and for an account without its details. */
export function createLoginLink(ctx: AccountContext, id: string): Stripe.LoginLink {
  const account = retrieveAccount(ctx, id)
  if (account.dashboard !== 'express') {
    throw invalidRequest(`Cannot create a login link for account ${id}: it has no access to the Express Dashboard.`)
  }
  if (account.onboarding === 'new') {
    throw invalidRequest('Cannot create a login link for an account that has not completed onboarding.')
  }
  return { object: 'login_link', created: nowSec(ctx), url: `${ctx.server.pagesUrl()}/express/${id}` }
}
