/** An email address alone: it is no page. */
const address = /^[^\s@/]+@[^\s@/]+$/
const dot = /(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu

const cut = (text: string): string => (address.test(text) ? text : text.replaceAll('://', ': //').replace(dot, '. '))

/**
 * Returns a text of which mail programs make no link but to pages of this site, as they do of
 * whatever looks like an address: names, titles and messages of others may stand in an email to
 * somebody who does not know them.
 */
export function withoutLinks(origin: string, text: string): string {
  const { host } = new URL(origin)
  return text.replace(/\S+/gu, (word) => {
    if (word === host) return word
    const at = word.indexOf(origin)
    const after = word.slice(at + origin.length)
    if (at < 0 || /^[\w.:@-]/.test(after)) return cut(word)
    const [path = ''] = /^[/?#][!-~]*/.exec(after) ?? []
    return cut(word.slice(0, at)) + origin + path + cut(after.slice(path.length))
  })
}
