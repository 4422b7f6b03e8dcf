import DashboardIsland from '../../../../../public/islands/studio/payouts/dashboard.tsx'
import Onboard from '../../../../../public/islands/studio/payouts/onboard.tsx'
import type { Payouts } from '../../../../books/seller/model.ts'
import { inEachLanguage } from '../../../../lib/language/formats.ts'
import { say } from '../../../../lib/language/say.ts'
import { gap } from '../../../../lib/text/gap.ts'
import { island } from '../../../document/island.tsx'

const DashboardForm = island('studio/payouts/dashboard', DashboardIsland)

export const OnboardForm = island('studio/payouts/onboard', Onboard)

const names = inEachLanguage((locale) => new Intl.DisplayNames(locale, { type: 'region' }))

const order = inEachLanguage((locale) => new Intl.Collator(locale))

const nameOf = (code: string) => names().of(code.toUpperCase()) ?? code

/** Returns countries with their names, sorted by name. */
export const placesOf = (codes: readonly string[]) =>
  codes.map((code) => ({ code, name: nameOf(code) })).toSorted((a, b) => order().compare(a.name, b.name))

export const BlockedNotice = ({ isDue }: { isDue: boolean }) => (
  <p class="notice">
    {say(
      'You can sell, but the payment processor does not send your money to your bank at the moment. It stays on your account there.',
    )}
    {gap()}
    {isDue ? say('It asks you for more, see below.') : say('Your payout account says why.')}
  </p>
)

export const DashboardSection = () => (
  <section aria-labelledby="dashboard-title">
    <h2 id="dashboard-title">{say('Your payout account')}</h2>
    <p>{say('At the payment processor you change your bank, see each payout, and find the forms for your taxes.')}</p>
    <DashboardForm />
  </section>
)

/** Lets an artist to whom nothing was paid yet correct the country. */
export const CountryChange = ({ country, countries }: Pick<Payouts, 'countries'> & { country: string }) => (
  <details class="change">
    <summary>{say('You are paid in {name}. Is that wrong?', { name: nameOf(country) })}</summary>
    <p class="hint">
      {say(
        'As long as nothing was paid to you, you can choose another country. The payment processor then asks you for your details again.',
      )}
    </p>
    <OnboardForm label={say('Change the country')} places={placesOf(countries.filter((code) => code !== country))} />
  </details>
)
