import { type Language, languageOf } from './languages.ts'

const divider = /^--- *([a-z]{2}) *---[^\S\n]*$/gim

/**
 * Returns the parts of a text that has one for each of several languages: a line "--- de ---"
 * begins one. A text above the first such line is of no named language.
 */
function partsOf(text: string): { language: Language | null; text: string }[] {
  const found = [...text.matchAll(divider)].flatMap(({ 0: line, 1: code = '', index }) => {
    const language = languageOf(code)
    return language === undefined ? [] : [{ language, from: index + line.length, at: index }]
  })
  const before = text.slice(0, found[0]?.at ?? text.length)
  const parts = found.map(({ language, from }, place) => ({ language, text: text.slice(from, found[place + 1]?.at) }))
  return [...(before.trim() === '' ? [] : [{ language: null, text: before }]), ...parts].filter(
    (part) => part.text.trim() !== '',
  )
}

/** Returns the part in a language, else the first, with the language that it is marked as. */
export function partIn(text: string, language: Language): { language: Language | null; text: string } {
  const parts = partsOf(text)
  const part = parts.find((each) => each.language === language) ?? parts[0]
  return { language: part?.language ?? null, text: (part?.text ?? '').trim() }
}

/** Returns one text of the same in several languages. */
export function inLanguages(texts: readonly (readonly [Language, string])[]): string {
  const [only] = texts
  if (only && texts.length === 1) return `${only[1]}\n`
  return texts.map(([language, text]) => `--- ${language} ---\n\n${text}\n`).join('\n')
}
