import type Stripe from 'stripe'
import type { KeptAccount, Standing } from './kept.ts'

type Account = Stripe.V2.Core.Account
type CapabilityStatus = 'active' | 'restricted' | 'rejected' | 'unsupported'

const statusOf: Readonly<Record<Standing, CapabilityStatus>> = {
  new: 'restricted',
  restricted: 'restricted',
  onboarded: 'active',
  rejected: 'rejected',
  closed: 'unsupported',
}

/** The state of every capability of an account. */
export const capabilityStatus = (account: KeptAccount): CapabilityStatus => statusOf[account.standing]

function capability(account: KeptAccount) {
  const status = capabilityStatus(account)
  if (status === 'active') return { status, status_details: [] }
  const code = status === 'rejected' ? 'rejected_other' : 'requirements_past_due'
  const resolution = status === 'rejected' ? 'contact_stripe' : 'provide_info'
  return { status, status_details: [{ code, resolution }] } as const
}

function configuration(account: KeptAccount, include: ReadonlySet<string>): NonNullable<Account['configuration']> {
  const has = (name: KeptAccount['configurations'][number]) =>
    include.has(`configuration.${name}`) && account.configurations.includes(name)
  const given = () => ({ ...capability(account), status_details: [...capability(account).status_details] })
  return {
    ...(has('customer') ? { customer: { applied: true } } : {}),
    ...(has('merchant')
      ? { merchant: { applied: true, capabilities: { card_payments: given(), stripe_balance: { payouts: given() } } } }
      : {}),
    ...(has('recipient')
      ? {
          recipient: {
            applied: true,
            capabilities: { stripe_balance: { payouts: given(), stripe_transfers: given() } },
          },
        }
      : {}),
  }
}

const needs = [
  'identity.individual.given_name',
  'identity.individual.surname',
  'identity.attestations.terms_of_service.account',
]

/** What is still asked of the account's holder. */
function requirements(account: KeptAccount): NonNullable<Account['requirements']> {
  const isOpen = account.standing === 'new' || account.standing === 'restricted'
  if (!isOpen) return { entries: [] }
  const deadline = { status: 'currently_due' as const }
  return {
    entries: needs.map((description) => ({
      awaiting_action_from: 'user' as const,
      description,
      errors: [],
      impact: {
        restricts_capabilities: [
          { capability: 'stripe_balance.stripe_transfers' as const, configuration: 'recipient', deadline },
        ],
      },
      minimum_deadline: deadline,
      requested_reasons: [{ code: 'routine_onboarding' as const }],
    })),
    summary: { minimum_deadline: deadline },
  }
}

/** An account as v2 answers it; parts are only there when asked to be included. */
export function toAccount(account: KeptAccount, asked: readonly string[] = []): Account {
  const include = new Set(asked)
  const hasConfiguration = asked.some((name) => name.startsWith('configuration.'))
  return {
    id: account.id,
    object: 'v2.core.account',
    applied_configurations: account.configurations,
    closed: account.standing === 'closed',
    ...(hasConfiguration ? { configuration: configuration(account, include) } : {}),
    ...(account.email === null ? {} : { contact_email: account.email }),
    created: new Date(account.createdMs).toISOString(),
    dashboard: account.dashboard,
    ...(include.has('defaults') ? { defaults: defaults(account) } : {}),
    ...(account.displayName === null ? {} : { display_name: account.displayName }),
    ...(include.has('identity') ? { identity: identity(account) } : {}),
    livemode: false,
    metadata: account.metadata,
    ...(include.has('requirements') ? { requirements: requirements(account) } : {}),
  }
}

const defaults = (account: KeptAccount): NonNullable<Account['defaults']> => ({
  currency: account.currency,
  responsibilities: {
    fees_collector: 'application',
    losses_collector: 'application',
    requirements_collector: 'stripe',
  },
})

const identity = (account: KeptAccount): NonNullable<Account['identity']> => ({
  country: account.country,
  ...(account.entityType === null ? {} : { entity_type: account.entityType }),
})

/** The same account as v1 answers it. */
export function toV1Account(account: KeptAccount): Stripe.Account {
  const isReady = account.standing === 'onboarded'
  const status = isReady ? 'active' : 'inactive'
  const due = isReady ? [] : ['individual.first_name', 'individual.last_name', 'tos_acceptance.date']
  return {
    id: account.id,
    object: 'account',
    business_type: 'individual',
    capabilities: {
      ...(account.configurations.includes('merchant') ? { card_payments: status } : {}),
      ...(account.configurations.includes('recipient') ? { transfers: status } : {}),
    },
    charges_enabled: isReady && account.configurations.includes('merchant'),
    controller: { type: 'application' },
    country: account.country.toUpperCase(),
    created: Math.floor(account.createdMs / 1000),
    default_currency: account.currency,
    details_submitted: account.standing !== 'new',
    email: account.email,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${account.id}/external_accounts`,
    },
    metadata: account.metadata,
    payouts_enabled: isReady,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: due,
      disabled_reason: isReady ? null : account.standing === 'rejected' ? 'rejected.other' : 'requirements.past_due',
      errors: [],
      eventually_due: due,
      past_due: [],
      pending_verification: [],
    },
    type: account.dashboard === 'full' ? 'standard' : account.dashboard === 'express' ? 'express' : 'none',
  }
}
