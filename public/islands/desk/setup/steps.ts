import type { SetupStep } from '../../../../src/lib/account/setup-steps.ts'
import { listOfLanguages, spokenLanguages } from '../../../../src/lib/language/languages.ts'
import { currentLanguage, say } from '../../../../src/lib/language/say.ts'
import { joinSentences } from '../../../../src/lib/text/gap.ts'
import { api } from '../../../lib/api.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import { connectPayments } from '../connect-payments.ts'

export type Outcome = { ok: boolean; text: string }

/** Values of settings by their names, or what is said of them. */
type Texts = Readonly<Record<string, string>>

type Step = {
  settings: readonly string[]
  /** The first answers of unset settings, as most give them. */
  suggested?: () => Texts
  /** Texts about fields that are empty and may not be. */
  required?: () => Texts
  label?: () => string
  /** Tries the settings out once they are saved. Without it, the next question follows. */
  tryOut?: () => Promise<Outcome[]>
  /** The choice that can be tried out: with any other one there is nothing to try. */
  triedWith?: { name: string; value: string }
}

async function sendTest(): Promise<Outcome[]> {
  const { data, error } = await api.desk['test-email'].post()
  if (error) return [{ ok: false, text: troubleOf(error).text }]
  return [{ ok: true, text: joinSentences(data.text, say('Look into your mailbox.')) }]
}

const here = (): string => (typeof location === 'undefined' ? '' : location.origin)

/** The questions of the first start: each asks for settings as the desk does. */
export const steps: Readonly<Record<SetupStep, Step>> = {
  site: {
    settings: ['SITE_NAME', 'SITE_PICTURE', 'LANGUAGES'],
    suggested: () => ({ LANGUAGES: listOfLanguages([...new Set([currentLanguage(), ...spokenLanguages])]) }),
    required: () => ({ SITE_NAME: say('Give it a name.') }),
  },
  address: {
    settings: ['BASE_URL'],
    suggested: () => ({ BASE_URL: here() }),
    label: () => say('Check and go on'),
  },
  email: {
    settings: ['SMTP_URL', 'MAIL_FROM'],
    required: () => ({
      'SMTP_URL.host': say('Write its name, such as mail.example.com.'),
      MAIL_FROM: say('Write the address that emails come from.'),
    }),
    label: () => say('Save and send me a test email'),
    tryOut: sendTest,
  },
  seller: {
    settings: ['SELLER_COUNTRY', 'SELLER_NAME', 'SELLER_ADDRESS'],
    required: () => ({
      SELLER_COUNTRY: say('Choose your country.'),
      SELLER_NAME: say('Write your name, or that of your company.'),
      SELLER_ADDRESS: say('Write the address that letters reach you at.'),
    }),
  },
  payments: {
    settings: ['PAYMENTS', 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'CURRENCY', 'GIVE_BACK'],
    suggested: () => ({ PAYMENTS: 'stripe', GIVE_BACK: 'off' }),
    required: () => ({
      STRIPE_SECRET_KEY: say('Paste the secret key.'),
      STRIPE_PUBLISHABLE_KEY: say('Paste the publishable key.'),
    }),
    label: () => say('Check the keys and connect'),
    tryOut: connectPayments,
    triedWith: { name: 'PAYMENTS', value: 'stripe' },
  },
  'sign-up': { settings: ['REGISTRATION'], suggested: () => ({ REGISTRATION: 'invite' }) },
}
