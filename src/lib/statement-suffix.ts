// Behind the account's own ten characters and "* ", what is left of the 22 that a statement has.
const longest = 10

/**
 * Returns what a bank statement says of a seller, by Stripe's rules (docs.stripe.com/get-started/account/statement-descriptors):
 * plain Latin letters with at least one among them, and none of < > \ ' " *. Of several names the first that can be said so;
 * undefined when none can.
 */
export const statementSuffix = (...names: readonly string[]): string | undefined =>
  names.map(plain).find((name) => /[A-Za-z]/.test(name))

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^ -~]/g, '')
    .replace(/[<>\\'"*]/g, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, longest)
    .trim()
