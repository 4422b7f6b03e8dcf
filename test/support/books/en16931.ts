import { join } from 'node:path'
import { evaluateXPath, evaluateXPathToBoolean, evaluateXPathToNodes } from 'fontoxpath'
import { type Element, parseXmlDocument } from 'slimdom'

const file = join(import.meta.dir, '../../fixtures/en16931/rules-1.3.16.sch.gz')

const childrenOf = (parent: Element, name: string) => parent.children.filter(({ localName }) => localName === name)
const said = (element: Element, name: string) => element.getAttribute(name) ?? ''

/** A rule without a path from the root is for such elements anywhere. */
const anywhere = (context: string) =>
  context
    .split('|')
    .map((path) => (path.trim().startsWith('/') ? path : `//${path.trim()}`))
    .join('|')

/**
 * Returns a function that returns the rules of EN 16931 which an invoice (CII) breaks, by their
 * names, as the schema of the European Commission has them: of the rules of a pattern, the first
 * one that matches an element looks at it.
 */
export async function readRules(): Promise<(xml: string) => string[]> {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(file).bytes()))
  const schema = parseXmlDocument(text).documentElement
  if (!schema) throw new Error('The rules of EN 16931 are empty.')
  const prefixes = new Map(childrenOf(schema, 'ns').map((each) => [said(each, 'prefix'), said(each, 'uri')]))
  const language = evaluateXPath.XPATH_3_1_LANGUAGE
  const options = { language, namespaceResolver: (prefix: string) => prefixes.get(prefix) ?? null }
  return (xml) => {
    const invoice = parseXmlDocument(xml)
    const broken: string[] = []
    for (const pattern of childrenOf(schema, 'pattern')) {
      const seen = new Set<Element>()
      for (const rule of childrenOf(pattern, 'rule')) {
        const matching = evaluateXPathToNodes<Element>(anywhere(said(rule, 'context')), invoice, null, {}, options)
        for (const element of matching) {
          if (seen.has(element)) continue
          seen.add(element)
          for (const each of childrenOf(rule, 'assert')) {
            if (!evaluateXPathToBoolean(said(each, 'test'), element, null, {}, options)) broken.push(said(each, 'id'))
          }
        }
      }
    }
    return broken
  }
}
