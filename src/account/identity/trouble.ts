import { say } from '../../lib/language/say.ts'

/** Why signing in at a provider failed, as a word in the address of the page that explains it. */
export const troubles = [
  'cancelled',
  'expired',
  'refused',
  'unavailable',
  'unverified',
  'unconfirmed',
  'taken',
  'another',
  'closed',
  'uninvited',
] as const
export type Trouble = (typeof troubles)[number]

const messages: Readonly<Record<Trouble, (label: string) => string>> = {
  cancelled: (label) => say('You cancelled at {label}. Try again, or sign in another way.', { label }),
  expired: (label) => say('That took too long or was started in another browser. Start again with {label}.', { label }),
  refused: (label) => say('The answer from {label} was not valid. Nothing has changed: start again.', { label }),
  unavailable: (label) => say('{label} is not answering at the moment. Try again, or sign in another way.', { label }),
  unverified: (label) =>
    say(
      '{label} has not confirmed your email address, so we cannot rely on it. Confirm it there, or sign up with a password.',
      { label },
    ),
  unconfirmed: (label) =>
    say(
      'There is an account with your email address, which was never confirmed. Use “Forgot password?” to show that the address is yours, then link {label} on your account page.',
      { label },
    ),
  taken: (label) => say('That {label} account belongs to another account on this site.', { label }),
  another: (label) =>
    say('Your account here is linked with another {label} account. Unlink it on your account page first.', { label }),
  uninvited: () =>
    say(
      'This invitation was used, taken back, has expired or is for another email address. Ask the person who runs this site for a new one.',
    ),
  closed: () => say('There is no account with your email address, and sign-up is not open here.'),
}

/** Returns the explanation of a word; undefined for an unknown word. */
export function troubleText(word: string | undefined, label: string): string | undefined {
  const known = troubles.find((each) => each === word)
  return known && messages[known](label)
}
