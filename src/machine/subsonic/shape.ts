import { type Xml, xmlDocument, xmlElement } from '../../lib/text/xml.ts'

type Scalar = string | number | boolean

/** A part of an answer: in XML scalars are attributes, and `value` is the text of an element. */
export type Part = { readonly [key: string]: Scalar | Part | readonly (Scalar | Part)[] | undefined }

/** The forms in which a client can ask for an answer. */
export type Form = 'xml' | 'json'

export const typeOf = { xml: 'text/xml; charset=utf-8', json: 'application/json' } as const

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

function elementOf(name: string, part: Part, attributes: Record<string, string> = {}): Xml {
  const children: (Xml | string)[] = []
  for (const [key, value] of Object.entries(part)) {
    if (value === undefined) continue
    if (key === 'value') children.push(String(value))
    else if (isPart(value)) children.push(elementOf(key, value))
    else if (Array.isArray(value)) {
      for (const each of value) children.push(isPart(each) ? elementOf(key, each) : xmlElement(key, {}, String(each)))
    } else attributes[key] = String(value)
  }
  return xmlElement(name, attributes, ...children)
}

const root = 'subsonic-response'

/** Returns an answer as text, in the form that was asked for. */
export function writeAnswer(form: Form, answer: Part): string {
  if (form === 'json') return JSON.stringify({ [root]: answer })
  return xmlDocument(elementOf(root, answer, { xmlns: 'http://subsonic.org/restapi' }))
}
