// Behind the account's own ten characters and "* ", what is left of the 22 that a statement has.
const longest = 10

/**
 * Returns what a bank statement says of a seller, by Stripe's rules
 * (docs.stripe.com/get-started/account/statement-descriptors): only plain ASCII with at least one letter, and without < > \
 * ' " *. Takes the first of several names that leaves any text; undefined when no name does.
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
