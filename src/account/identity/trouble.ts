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
  cancelled: (label) => `You stopped at ${label}. Try again, or take another way in.`,
  expired: (label) => `That took too long, or was begun in another browser. Start again with ${label}.`,
  refused: (label) => `The answer of ${label} did not fit. Nothing has changed: start again.`,
  unavailable: (label) => `${label} does not answer at the moment. Try again, or take another way in.`,
  unverified: (label) =>
    `${label} has not confirmed your email address, so we cannot rely on it. Confirm it there, or sign up with a password.`,
  unconfirmed: (label) =>
    `There is an account with your email address, which was never confirmed. Use “Forgot password?” to show that the address is yours, then link ${label} on your account page.`,
  taken: (label) => `That ${label} account belongs to another account on this site.`,
  another: (label) =>
    `Your account here is linked with another ${label} account. Unlink it on your account page first.`,
  uninvited: () =>
    'This invitation was used, taken back, has expired or is for another email address. Ask the person who runs this site for a new one.',
  closed: () => 'There is no account with your email address, and sign-up is not open here.',
}

/** Returns the explanation of a word; undefined for an unknown word. */
export function troubleText(word: string | undefined, label: string): string | undefined {
  const known = troubles.find((each) => each === word)
  return known && messages[known](label)
}
