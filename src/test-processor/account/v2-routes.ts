import { Type as t } from '@sinclair/typebox'
import { Address } from '../request/address.ts'
import { invalidRequest } from '../request/api-error.ts'
import { v2Page } from '../request/list-page.ts'
import { Metadata } from '../request/metadata.ts'
import { strictObject, V2Paging } from '../request/read-params.ts'
import { route } from '../route.ts'
import { type Configuration, retrieveAccount, type StoredAccount } from './account.ts'
import { createLink, toLink } from './link.ts'
import { toV2Account } from './to-account.ts'
import { createAccount, type Draft, setOnboardingStatus, updateAccount } from './update-account.ts'

const Individual = strictObject({
  given_name: t.Optional(t.String()),
  surname: t.Optional(t.String()),
  email: t.Optional(t.String()),
  phone: t.Optional(t.String()),
  date_of_birth: t.Optional(strictObject({ day: t.Integer(), month: t.Integer(), year: t.Integer() })),
  address: t.Optional(Address),
  id_numbers: t.Optional(t.Array(strictObject({ type: t.String(), value: t.String() }))),
})
const Terms = strictObject({ date: t.String(), ip: t.String(), user_agent: t.Optional(t.String()) })
const Attestations = strictObject({ terms_of_service: t.Optional(strictObject({ account: t.Optional(Terms) })) })

const Requested = strictObject({ requested: t.Optional(t.Boolean()) })
const Include = { include: t.Optional(t.Array(t.String())) }
const About = {
  contact_email: t.Optional(t.String({ maxLength: 320 })),
  display_name: t.Optional(t.String({ maxLength: 300 })),
  dashboard: t.Optional(t.Union([t.Literal('express'), t.Literal('full'), t.Literal('none')])),
  identity: t.Optional(
    strictObject({
      country: t.Optional(t.String({ pattern: '^[A-Za-z]{2}$' })),
      entity_type: t.Optional(t.String()),
      individual: t.Optional(Individual),
      attestations: t.Optional(Attestations),
    }),
  ),
  configuration: t.Optional(
    strictObject({
      customer: t.Optional(strictObject({})),
      merchant: t.Optional(
        strictObject({ capabilities: t.Optional(strictObject({ card_payments: t.Optional(Requested) })) }),
      ),
      recipient: t.Optional(
        strictObject({
          capabilities: t.Optional(
            strictObject({ stripe_balance: t.Optional(strictObject({ stripe_transfers: t.Optional(Requested) })) }),
          ),
        }),
      ),
    }),
  ),
  defaults: t.Optional(
    strictObject({
      currency: t.Optional(t.String({ pattern: '^[a-z]{3}$' })),
      locales: t.Optional(t.Array(t.String())),
      profile: t.Optional(strictObject({ business_url: t.Optional(t.String()) })),
      responsibilities: t.Optional(strictObject({ fees_collector: t.String(), losses_collector: t.String() })),
    }),
  ),
  metadata: t.Optional(Metadata),
  ...Include,
}
const Params_ = strictObject(About)
type Params_ = typeof Params_.static

const names: readonly Configuration[] = ['customer', 'merchant', 'recipient']

function toChanges(params: Params_, had: readonly Configuration[]): Draft {
  const { configuration = {}, identity, defaults } = params
  return {
    configurations: names.filter((name) => had.includes(name) || configuration[name] !== undefined),
    ...(params.contact_email === undefined ? {} : { email: params.contact_email }),
    ...(params.display_name === undefined ? {} : { displayName: params.display_name }),
    ...(params.dashboard === undefined ? {} : { dashboard: params.dashboard }),
    ...(identity?.country === undefined ? {} : { country: identity.country.toLowerCase() }),
    ...(identity?.entity_type === undefined ? {} : { entityType: identity.entity_type }),
    ...(defaults?.currency === undefined ? {} : { currency: defaults.currency }),
    ...(params.metadata === undefined ? {} : { metadata: params.metadata }),
  }
}

/**
 * The creator of an account without a dashboard onboards it too, with a name, a date of birth and
 * accepted terms.
 */
function onboardedBy({ dashboard, identity }: Params_): Draft {
  const { given_name: name, surname, date_of_birth: birth } = identity?.individual ?? {}
  const isGiven = name && surname && birth && identity?.attestations?.terms_of_service?.account
  return dashboard === 'none' && isGiven ? { onboarding: 'onboarded' } : {}
}

const LinkUse = strictObject({
  refresh_url: t.String(),
  return_url: t.Optional(t.String()),
  collection_options: t.Optional(
    strictObject({ fields: t.Optional(t.String()), future_requirements: t.Optional(t.String()) }),
  ),
})

export const v2AccountRoutes = [
  route('POST', '/v2/core/accounts', Params_, (ctx, params) =>
    toV2Account(createAccount(ctx, { ...toChanges(params, []), ...onboardedBy(params) }), params.include),
  ),
  route('GET', '/v2/core/accounts/:id', strictObject(Include), (ctx, { include }, id) =>
    toV2Account(retrieveAccount(ctx, id), include),
  ),
  route('POST', '/v2/core/accounts/:id', Params_, (ctx, params, id) => {
    const before = retrieveAccount(ctx, id)
    const country = params.identity?.country?.toLowerCase()
    if (country !== undefined && country !== before.country) {
      throw invalidRequest('The country of an account cannot be changed.', { param: 'identity.country' })
    }
    const draft = toChanges(params, before.configurations)
    return toV2Account(updateAccount(ctx, id, draft), params.include)
  }),
  route(
    'POST',
    '/v2/core/accounts/:id/close',
    strictObject({ applied_configurations: t.Optional(t.Array(t.String())) }),
    (ctx, _, id) => toV2Account(setOnboardingStatus(ctx, id, 'closed')),
  ),
  route(
    'GET',
    '/v2/core/accounts',
    strictObject({
      applied_configurations: t.Optional(t.Array(t.String())),
      closed: t.Optional(t.Boolean()),
      ...V2Paging,
    }),
    (request, { applied_configurations = [], closed = false, ...paging }) => {
      const isAsked = (row: StoredAccount) =>
        (row.onboarding === 'closed') === closed &&
        applied_configurations.every((name) => row.configurations.some((one) => one === name))
      return v2Page(request.store.account, paging, { path: request.path, isAsked, show: (row) => toV2Account(row) })
    },
  ),
  route(
    'POST',
    '/v2/core/account_links',
    strictObject({
      account: t.String(),
      use_case: strictObject({
        type: t.Union([t.Literal('account_onboarding'), t.Literal('account_update')]),
        account_onboarding: t.Optional(LinkUse),
        account_update: t.Optional(LinkUse),
      }),
    }),
    (ctx, { account, use_case: use }) => {
      const urls = use[use.type]
      if (!urls) {
        throw invalidRequest(`Missing required param: use_case[${use.type}].`, {
          code: 'parameter_missing',
          param: 'use_case',
        })
      }
      const { refresh_url: refreshUrl, return_url: returnUrl = null } = urls
      return toLink(
        createLink(ctx, retrieveAccount(ctx, account, 'account').id, { kind: use.type, refreshUrl, returnUrl }),
        ctx.server.pagesUrl(),
      )
    },
  ),
]
