/** The part of enolib that is used here; it brings no types itself. */
declare module 'enolib' {
  type Value = { optionalStringValue(): string | null }
  type Fieldset = { optionalEntry(key: string): Value | null }
  type List = { optionalStringValues(): (string | null)[] }
  type Element = {
    stringKey(): string
    yieldsField(): boolean
    yieldsFieldset(): boolean
    yieldsList(): boolean
    toField(): Value
    toFieldset(): Fieldset
    toList(): List
  }
  export type EnoDocument = { elements(): Element[] }
  /** Parses a document. Throws ParseError where a line is no part of one. */
  export function parse(text: string): EnoDocument
}
