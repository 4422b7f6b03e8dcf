import type { ComponentChildren } from 'preact'

type Part = (text: string) => ComponentChildren

/**
 * Returns a translated text with its elements, wherever the translation puts them:
 * `inParts(say('New here? <a>Join</a>'), { a: (text) => <a href="/signup">{text}</a> })`.
 */
export function inParts(said: string, parts: Readonly<Record<string, Part>>): ComponentChildren[] {
  const pieces = said.split(/<(\w+)>(.*?)<\/\1>/)
  return pieces.map((piece, index) => {
    if (index % 3 === 0) return piece
    return index % 3 === 2 ? parts[pieces[index - 1] ?? '']?.(piece) : null
  })
}
