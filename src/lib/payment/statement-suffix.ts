// A statement has 22 characters; this is what the account's own ten and "* " leave.
const longest = 10

/**
 * Returns the text for a seller on bank statements, by Stripe's rules
 * (docs.stripe.com/get-started/account/statement-descriptors): only plain ASCII with at least one
 * letter, and without < > \ ' " *. Takes the first of several names that leaves any text; undefined
 * when no name does.
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
