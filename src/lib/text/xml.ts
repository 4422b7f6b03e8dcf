// Characters that XML 1.0 does not allow at all, not even as a reference.
const impossible = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Returns a text in the form of XML, without the characters that XML cannot hold. */
const escapeXml = (text: string): string =>
  text.replace(impossible, '').replace(/[&<>"']/g, (sign) => references[sign] ?? '')

/** A part of an XML document: an element as text, which is not escaped again. */
export type Xml = { readonly xml: string }

type Child = Xml | string | null

/** Returns an element with its attributes and children. Texts are escaped; null is nothing. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): Xml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const inside = children.map((child) => {
    if (child === null) return ''
    return typeof child === 'string' ? escapeXml(child) : child.xml
  })
  const start = `<${name}${written.join('')}`
  return { xml: inside.length === 0 ? `${start}/>` : `${start}>${inside.join('')}</${name}>` }
}

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`
