import type Stripe from 'stripe'
import type { OnboardingStatus, StoredAccount } from './account.ts'
import { untouchedSettings } from './v1-settings.ts'

type Account = Stripe.V2.Core.Account
type CapabilityStatus = 'active' | 'restricted' | 'rejected' | 'unsupported'

const statusOf: Readonly<Record<OnboardingStatus, CapabilityStatus>> = {
  new: 'restricted',
  restricted: 'restricted',
  onboarded: 'active',
  rejected: 'rejected',
  closed: 'unsupported',
}

const capabilityStatus = (account: StoredAccount): CapabilityStatus => statusOf[account.onboarding]

function capability(account: StoredAccount) {
  const status = capabilityStatus(account)
  if (status === 'active') return { status, status_details: [] }
  const code = status === 'rejected' ? 'rejected_other' : 'requirements_past_due'
  const resolution = status === 'rejected' ? 'contact_stripe' : 'provide_info'
  return { status, status_details: [{ code, resolution }] } as const
}

function configuration(account: StoredAccount, include: ReadonlySet<string>): NonNullable<Account['configuration']> {
  const has = (name: StoredAccount['configurations'][number]) =>
    include.has(`configuration.${name}`) && account.configurations.includes(name)
  const given = (from = account) => ({ ...capability(from), status_details: [...capability(from).status_details] })
  const payouts = () => given(account.arePayoutsBlocked ? { ...account, onboarding: 'restricted' } : account)
  return {
    ...(has('customer') ? { customer: { applied: true } } : {}),
    ...(has('merchant')
      ? {
          merchant: { applied: true, capabilities: { card_payments: given(), stripe_balance: { payouts: payouts() } } },
        }
      : {}),
    ...(has('recipient')
      ? {
          recipient: {
            applied: true,
            capabilities: { stripe_balance: { payouts: payouts(), stripe_transfers: given() } },
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

function requirements(account: StoredAccount): NonNullable<Account['requirements']> {
  const isOpen = account.onboarding === 'new' || account.onboarding === 'restricted'
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

/** Returns the account in its v2 shape; some parts only when `include` names them. */
export function toV2Account(account: StoredAccount, included: readonly string[] = []): Account {
  const include = new Set(included)
  const hasConfiguration = included.some((name) => name.startsWith('configuration.'))
  return {
    id: account.id,
    object: 'v2.core.account',
    applied_configurations: account.configurations,
    closed: account.onboarding === 'closed',
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

const defaults = (account: StoredAccount): NonNullable<Account['defaults']> => ({
  currency: account.currency,
  responsibilities: {
    fees_collector: 'application',
    losses_collector: 'application',
    requirements_collector: 'stripe',
  },
})

const identity = (account: StoredAccount): NonNullable<Account['identity']> => ({
  country: account.country,
  ...(account.entityType === null ? {} : { entity_type: account.entityType }),
})

const nothingDue = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}

export function toV1Account(account: StoredAccount): Stripe.Account {
  const isReady = account.onboarding === 'onboarded'
  const status = isReady ? 'active' : 'inactive'
  const due = isReady ? [] : ['individual.first_name', 'individual.last_name', 'tos_acceptance.date']
  return {
    id: account.id,
    object: 'account',
    ...untouchedSettings,
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
    details_submitted: account.onboarding !== 'new',
    email: account.email,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${account.id}/external_accounts`,
    },
    metadata: account.metadata,
    payouts_enabled: isReady && !account.arePayoutsBlocked,
    future_requirements: { ...nothingDue, disabled_reason: null },
    requirements: {
      ...nothingDue,
      currently_due: due,
      disabled_reason: isReady ? null : account.onboarding === 'rejected' ? 'rejected.other' : 'requirements.past_due',
      eventually_due: due,
    },
    type: account.dashboard === 'full' ? 'standard' : account.dashboard === 'express' ? 'express' : 'none',
  }
}
