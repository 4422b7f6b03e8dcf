import type Stripe from 'stripe'
import type { Stage } from './stage.ts'

// Stripe's test data, with which it verifies an account at once: docs.stripe.com/connect/testing
// ("Test dates of birth", "Test addresses", "Test personal ID numbers", "Business URL", "Account
// numbers").
const individual = {
  given_name: 'Jenny',
  surname: 'Rosen',
  email: 'nova@rehearsal.example',
  phone: '0000000000',
  date_of_birth: { day: 1, month: 1, year: 1901 },
  address: { line1: 'address_full_match', city: 'San Francisco', state: 'CA', postal_code: '94107', country: 'us' },
  id_numbers: [{ type: 'us_ssn', value: '000000000' }],
} satisfies Stripe.V2.Core.AccountCreateParams.Identity.Individual
const businessUrl = 'https://accessible.stripe.com'
const bank = 'btok_us_verified'

/**
 * Opens an account in the US that Stripe lets receive money without a browser. The product's own
 * kind of account, for which Stripe asks the artist for details, cannot be opened that way: this
 * one has no dashboard, and the platform gives the details.
 */
export async function openTestAccount({ ctx, processor: { stripe } }: Stage): Promise<string> {
  const accepted = { date: new Date(ctx.now()).toISOString(), ip: '127.0.0.1', user_agent: 'tapedeck rehearse' }
  const { id } = await stripe.v2.core.accounts.create({
    display_name: 'Tapedeck rehearsal',
    contact_email: individual.email,
    dashboard: 'none',
    identity: {
      country: 'us',
      entity_type: 'individual',
      individual,
      attestations: { terms_of_service: { account: accepted } },
    },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
    defaults: {
      profile: { business_url: businessUrl },
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
  })
  await stripe.accounts.createExternalAccount(id, { external_account: bank })
  return id
}
