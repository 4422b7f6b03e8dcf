import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { type AccountContext, newId } from '../context.ts'
import { resourceMissing } from '../request/api-error.ts'
import { isWithin, listPage } from '../request/list-page.ts'
import { Metadata } from '../request/metadata.ts'
import { Created, Expand, Paging, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'
import { platformAccount, retrieveAccount } from './account.ts'
import { createLoginLink } from './login-link.ts'
import { toV1Account } from './to-account.ts'
import { createAccount, deauthorizeAccount, updateAccount } from './update-account.ts'

/** Returns it as added to a connected account, without storing it. */
const addBank = (ctx: AccountContext, account: string, token: string): Stripe.BankAccount => {
  // docs.stripe.com/connect/testing#account-numbers
  if (token !== 'btok_us_verified') throw resourceMissing('token', token, 'external_account')
  return {
    id: newId(ctx, 'ba'),
    object: 'bank_account',
    account,
    account_holder_name: null,
    account_holder_type: null,
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country: 'US',
    currency: 'usd',
    default_for_currency: true,
    fingerprint: null,
    future_requirements: null,
    last4: '6789',
    metadata: {},
    requirements: null,
    routing_number: '110000000',
    status: 'new',
  }
}

const About = { email: t.Optional(t.String()), metadata: t.Optional(Metadata), ...Expand }

/** Operations on v1 accounts. An account created here is onboarded at once. */
export const v1AccountRoutes = [
  route(
    'POST',
    '/v1/accounts',
    strictObject({
      type: t.Optional(t.Union([t.Literal('standard'), t.Literal('express'), t.Literal('custom')])),
      country: t.Optional(t.String({ pattern: '^[A-Z]{2}$' })),
      ...About,
    }),
    (ctx, { type = 'standard', country = 'US', email, metadata = {} }) =>
      toV1Account(
        createAccount(ctx, {
          onboarding: 'onboarded',
          configurations: ['merchant', 'recipient'],
          dashboard: type === 'standard' ? 'full' : type === 'express' ? 'express' : 'none',
          country: country.toLowerCase(),
          email: email ?? null,
          metadata,
        }),
      ),
  ),
  route('GET', '/v1/account', strictObject(Expand), (ctx) =>
    toV1Account(ctx.account === ctx.server.platform ? platformAccount(ctx) : retrieveAccount(ctx, ctx.account)),
  ),
  route('GET', '/v1/accounts/:id', strictObject(Expand), (ctx, _, id) =>
    toV1Account(id === ctx.server.platform ? platformAccount(ctx) : retrieveAccount(ctx, id)),
  ),
  route('POST', '/v1/accounts/:id', strictObject(About), (ctx, { email, metadata = {} }, id) =>
    toV1Account(
      updateAccount(ctx, retrieveAccount(ctx, id).id, { metadata, ...(email === undefined ? {} : { email }) }),
    ),
  ),
  route('POST', '/v1/accounts/:id/login_links', strictObject(Expand), (ctx, _, id) => createLoginLink(ctx, id)),
  route(
    'POST',
    '/v1/accounts/:id/external_accounts',
    strictObject({ external_account: t.String(), ...Expand }),
    (ctx, { external_account: token }, id) => addBank(ctx, retrieveAccount(ctx, id).id, token),
  ),
  route('DELETE', '/v1/accounts/:id', strictObject({}), (ctx, _, id) => {
    deauthorizeAccount(ctx, id)
    return { id, object: 'account', deleted: true }
  }),
  route('GET', '/v1/accounts', strictObject({ created: Created, ...Paging }), (request, params) => {
    const page = listPage(request.path, request.store.account, params, {}, ({ createdMs }) =>
      isWithin(Math.floor(createdMs / 1000), params.created),
    )
    return { ...page, data: page.data.map(toV1Account) }
  }),
]
