import { say } from '../../lib/language/say.ts'

/** The name of a choice, and a sentence about it, which may be empty. */
type ChoiceWords = readonly [label: string, about: string]

const words = (): Readonly<Record<string, Readonly<Record<string, ChoiceWords>>>> => ({
  PAYMENTS: {
    stripe: [say('With Stripe'), say('Cards and wallets, through a Stripe account of your own.')],
    test: [say('Only try it out'), say('Test payments inside this program. No money moves.')],
    off: [say('Not at all'), say('People can get only what is free.')],
  },
  REGISTRATION: {
    open: [say('Everybody'), say('Listeners and artists make their accounts themselves.')],
    invite: [say('Whom I invite'), say('You make a link for each of them. Nobody needs an account to buy.')],
    closed: [say('Nobody'), say('The site is yours alone. Nobody needs an account to buy.')],
  },
  SELLERS: {
    approved: [say('Whom I approve'), say('You allow each artist under Sellers.')],
    open: [say('Everybody'), say('Each artist, once Stripe knows where their money goes.')],
  },
  GIVE_BACK: {
    off: [say('No'), say('Buyers tick before they pay that delivery begins at once.')],
    on: [say('For fourteen days'), say('Until the music is downloaded.')],
  },
  PUBLIC_API: {
    on: [say('On ## a setting'), say('Programs read what everybody may see.')],
    off: [say('Off'), say('Programs are turned away.')],
  },
})

export const choicesOf = (name: string, values: readonly string[]) =>
  values.map((value) => {
    const [label, about] = words()[name]?.[value] ?? [value, '']
    return { value, label, about }
  })
