import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** Reads an XML document with a parser that is not ours. Throws when it is not well-formed. */
export function readXml(text: string): Record<string, unknown> {
  const found = XMLValidator.validate(text)
  if (found !== true) throw new Error(`Not well-formed: ${found.err.msg}\n${text}`)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    isArray: (name) => ['content', 'license', 'permits', 'prohibits', 'item', 'rsl:license'].includes(name),
  })
  return Object(parser.parse(text))
}

/**
 * The terms of an RSL document for a use: for free, for money or by asking, never. A use that it
 * does not name is undefined.
 */
export type Said = { how: 'free' | 'priced' | 'asked' | 'never'; amount?: string; currency?: string }

/** Returns what an RSL document says of each use, the same for all that it is about. */
export function readRsl(text: string): { paths: string[]; uses: Record<string, Said> } {
  const root = Object(readXml(text).rsl)
  if (root['@xmlns'] !== 'https://rslstandard.org/rsl') throw new Error('It is in another namespace.')
  const contents: unknown[] = root.content
  const read = contents.map((content) => usesOf(Object(content).license))
  const [uses = {}] = read
  if (!read.every((each) => Bun.deepEquals(each, uses))) throw new Error('Its contents differ.')
  return { paths: contents.map((content) => String(Object(content)['@url'])), uses }
}

function usesOf(licenses: readonly unknown[]): Record<string, Said> {
  const uses: Record<string, Said> = {}
  const note = (element: unknown, said: Said) => {
    for (const { '@type': type, '#text': words } of [element ?? []].flat().map(Object)) {
      if (type !== 'usage') throw new Error(`An element is of type ${type}.`)
      for (const word of String(words).split(' ')) {
        if (uses[word]) throw new Error(`${word} is named twice.`)
        uses[word] = said
      }
    }
  }
  for (const license of licenses.map(Object)) {
    const { permits, prohibits, payment } = license
    note(prohibits, { how: 'never' })
    if (payment === undefined) note(permits, { how: 'free' })
    else if (payment.amount === undefined) note(permits, { how: 'asked' })
    else note(permits, { how: 'priced', amount: payment.amount['#text'], currency: payment.amount['@currency'] })
  }
  return uses
}

/** Returns a header or line of `word=value, word=value` by its words. */
export const readPairs = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(', ').map((pair) => pair.split('=')))

/** Returns the line of a robots.txt that begins so. */
export const lineOf = (robots: string, name: string): string | undefined =>
  robots
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)
