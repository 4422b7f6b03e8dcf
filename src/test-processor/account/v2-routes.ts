import { Type as t } from '@sinclair/typebox'
import { invalidRequest } from '../fault.ts'
import { Metadata, only } from '../read-params.ts'
import { route } from '../route.ts'
import { toAccount } from './answer.ts'
import { changeAccount, type Draft, openAccount, settleAccount } from './change.ts'
import { type Configuration, reachableAccount } from './kept.ts'
import { createLink, toLink } from './link.ts'

const Requested = t.Object({ requested: t.Optional(t.Boolean()) })
const Include = { include: t.Optional(t.Array(t.String())) }
const About = {
  contact_email: t.Optional(t.String({ maxLength: 320 })),
  display_name: t.Optional(t.String({ maxLength: 300 })),
  dashboard: t.Optional(t.Union([t.Literal('express'), t.Literal('full'), t.Literal('none')])),
  identity: t.Optional(
    t.Object({ country: t.Optional(t.String({ pattern: '^[A-Za-z]{2}$' })), entity_type: t.Optional(t.String()) }),
  ),
  configuration: t.Optional(
    only({
      customer: t.Optional(t.Object({})),
      merchant: t.Optional(t.Object({ capabilities: t.Optional(t.Object({ card_payments: t.Optional(Requested) })) })),
      recipient: t.Optional(
        t.Object({
          capabilities: t.Optional(
            t.Object({ stripe_balance: t.Optional(t.Object({ stripe_transfers: t.Optional(Requested) })) }),
          ),
        }),
      ),
    }),
  ),
  defaults: t.Optional(
    t.Object({
      currency: t.Optional(t.String({ pattern: '^[a-z]{3}$' })),
      locales: t.Optional(t.Array(t.String())),
      responsibilities: t.Optional(t.Object({ fees_collector: t.String(), losses_collector: t.String() })),
    }),
  ),
  metadata: t.Optional(Metadata),
  ...Include,
}
const Asked = only(About)
type Asked = typeof Asked.static

const names: readonly Configuration[] = ['customer', 'merchant', 'recipient']

function toDraft(asked: Asked, had: readonly Configuration[]): Draft {
  const { configuration = {}, identity, defaults } = asked
  return {
    configurations: names.filter((name) => had.includes(name) || configuration[name] !== undefined),
    ...(asked.contact_email === undefined ? {} : { email: asked.contact_email }),
    ...(asked.display_name === undefined ? {} : { displayName: asked.display_name }),
    ...(asked.dashboard === undefined ? {} : { dashboard: asked.dashboard }),
    ...(identity?.country === undefined ? {} : { country: identity.country.toLowerCase() }),
    ...(identity?.entity_type === undefined ? {} : { entityType: identity.entity_type }),
    ...(defaults?.currency === undefined ? {} : { currency: defaults.currency }),
    ...(asked.metadata === undefined ? {} : { metadata: asked.metadata }),
  }
}

const LinkUse = only({
  refresh_url: t.String(),
  return_url: t.Optional(t.String()),
  collection_options: t.Optional(only({ fields: t.Optional(t.String()), future_requirements: t.Optional(t.String()) })),
})

/** Accounts of the second kind and their onboarding links, as Stripe's API v2 names them. */
export const accountRoutes = [
  route('POST', '/v2/core/accounts', Asked, (desk, asked) =>
    toAccount(openAccount(desk, toDraft(asked, [])), asked.include),
  ),
  route('GET', '/v2/core/accounts/:id', only(Include), (desk, { include }, id) =>
    toAccount(reachableAccount(desk, id), include),
  ),
  route('POST', '/v2/core/accounts/:id', Asked, (desk, asked, id) => {
    const draft = toDraft(asked, reachableAccount(desk, id).configurations)
    return toAccount(changeAccount(desk, id, draft), asked.include)
  }),
  route(
    'POST',
    '/v2/core/accounts/:id/close',
    only({ applied_configurations: t.Optional(t.Array(t.String())) }),
    (desk, _, id) => toAccount(settleAccount(desk, id, 'closed')),
  ),
  route(
    'GET',
    '/v2/core/accounts',
    only({
      applied_configurations: t.Optional(t.Array(t.String())),
      closed: t.Optional(t.Boolean()),
      limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })),
      page: t.Optional(t.String()),
    }),
    (call, { applied_configurations = [], closed = false, limit = 20, page }) => {
      const rows = call.book.account
        .newestFirst()
        .filter((row) => (row.standing === 'closed') === closed)
        .filter((row) => applied_configurations.every((name) => row.configurations.some((one) => one === name)))
      const start = page === undefined ? 0 : rows.findIndex((row) => row.id === page)
      if (start < 0) throw invalidRequest('Invalid page token', { param: 'page' })
      const next = rows[start + limit]
      return {
        data: rows.slice(start, start + limit).map((row) => toAccount(row)),
        next_page_url: next ? `${call.path}?limit=${limit}&page=${next.id}` : null,
        previous_page_url: null,
      }
    },
  ),
  route(
    'POST',
    '/v2/core/account_links',
    only({
      account: t.String(),
      use_case: only({
        type: t.Union([t.Literal('account_onboarding'), t.Literal('account_update')]),
        account_onboarding: t.Optional(LinkUse),
        account_update: t.Optional(LinkUse),
      }),
    }),
    (desk, { account, use_case: use }) => {
      const urls = use[use.type]
      if (!urls) {
        throw invalidRequest(`Missing required param: use_case[${use.type}].`, {
          code: 'parameter_missing',
          param: 'use_case',
        })
      }
      const { refresh_url: refreshUrl, return_url: returnUrl = null } = urls
      return toLink(
        createLink(desk, reachableAccount(desk, account, 'account').id, { kind: use.type, refreshUrl, returnUrl }),
        desk.till.pages(),
      )
    },
  ),
]
