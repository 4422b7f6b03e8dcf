import { type Terms, type TermsOfScopes, termsOf, type Usage, usages } from '../../casset/usage/usage.ts'
import { digitsOf, type Sum } from '../../lib/money/money.ts'
import { type Xml, xmlDocument, xmlElement } from '../../lib/text/xml.ts'

export const rslType = 'application/rsl+xml'

/** The RSL 1.0 word for each use. */
const words: Readonly<Record<Usage, readonly string[]>> = {
  search: ['search', 'ai-index'],
  input: ['ai-input'],
  training: ['ai-train'],
}

/** An RSL document's paths of this site, the rights holder, and where to ask for a license. */
export type Licensed = { paths: readonly string[]; holder: string | null; contactUrl: string }

/**
 * Returns the RSL 1.0 document of a policy. Allowed uses are permitted for free, denied uses
 * prohibited; for all others a license is requested at `contactUrl`, at the price where there is
 * one (rule: policy-standards).
 */
export const rslDocument = (scopes: TermsOfScopes, about: Licensed): string =>
  xmlDocument(
    xmlElement('rsl', { xmlns: 'https://rslstandard.org/rsl', 'max-age': '1' }, ...rslContents(scopes, about, '')),
  )

/** The same within another document, such as a feed, where its names have a prefix. */
export function rslContents(
  scopes: TermsOfScopes,
  { paths, holder, contactUrl }: Licensed,
  prefix: '' | 'rsl:',
): Xml[] {
  const write: Write = (name, ...rest) => xmlElement(prefix + name, ...rest)
  const licenses = licensesOf(write, scopes, contactUrl)
  const copyright = holder === null ? null : write('copyright', { contactUrl }, holder)
  return paths.map((url) => write('content', { url }, ...licenses, copyright))
}

type Write = typeof xmlElement

function licensesOf(write: Write, scopes: TermsOfScopes, contactUrl: string): Xml[] {
  const all = Object.keys(usages)
    .filter(isUsage)
    .map((usage) => ({ usage, terms: termsOf(scopes, usage) }))
  const wordsWith = (decision: Terms['decision']) =>
    all.filter(({ terms }) => terms.decision === decision).flatMap(({ usage }) => words[usage])
  const usageElement = (name: 'permits' | 'prohibits', list: readonly string[]) =>
    list.length === 0 ? null : write(name, { type: 'usage' }, list.join(' '))
  const permits = usageElement('permits', wordsWith('ALLOW'))
  const prohibits = usageElement('prohibits', wordsWith('DENY'))
  const free = permits || prohibits ? [write('license', {}, permits, prohibits)] : []
  const asked = all.filter(({ terms: { decision } }) => decision === 'REQUIRE_LICENSE' || decision === 'CONTACT_OWNER')
  const licenses = asked.map(({ usage, terms }) =>
    write('license', {}, usageElement('permits', words[usage]), paymentOf(write, terms.price, contactUrl)),
  )
  return [...free, ...licenses]
}

const isUsage = (word: string): word is Usage => word in usages

const paymentOf = (write: Write, price: Sum | null, contactUrl: string): Xml =>
  write(
    'payment',
    { type: 'purchase' },
    write('custom', {}, contactUrl),
    price && write('amount', { currency: price.currency.toUpperCase() }, amountText(price)),
  )

/** Whole units of the currency, as in RSL amounts. */
const amountText = ({ amount, currency }: Sum): string => {
  const digits = digitsOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}
