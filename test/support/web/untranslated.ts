/** Words that are the same in every language, names of headers and examples. */
const international = new Set([
  'Opus 128',
  ...'API Accept-Encoding CSV Cookie ID ISRC JSON Markdown NEW-EMAIL SPRING Stripe Tapedeck UTC openapi.json second-winter'.split(
    ' ',
  ),
])

const address = /^(?:https?:\/\/|mailto:|[/#.])\S*$/

function isText(text: string): boolean {
  const words = text.replace(/\$\{[^}]*\}/g, '').trim()
  return /\p{L}{2}/u.test(words) && !international.has(words) && !address.test(words)
}

// Bun makes code of JSX that always looks the same: children and attributes are fields of an
// object, and each of several children has a line of its own.
const shown = [
  /\b(?:children|label|title|placeholder|alt|hint|legend|summary|heading|caption|"aria-label"|"aria-description"): (?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g,
  /^ +(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`),?$/gm,
  /[?:] (?:"(\p{Lu}\p{Ll}(?:[^"\\]|\\.)*)"|`(\p{Lu}\p{Ll}[^`]*)`)/gu,
] as const

const transpiler = new Bun.Transpiler({
  loader: 'tsx',
  tsconfig: JSON.stringify({ compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact' } }),
})

// The text of a refusal for people begins as sentences do. One that names a field or a part, as in
// "cursor", is for programmers.
const sentence = '(?<quote>["\'`])(?<text>\\p{Lu}[^"\n]* [^"\n]*?)\\k<quote>'
const refused = [
  `AppError\\(\\s*'[A-Z_]+',\\s*`,
  `invalid\\(\\s*[^(),]+,\\s*(?:say\\([^()]*\\),\\s*)?`,
  `\\bhint(?: =|:) `,
].map((before) => new RegExp(before + sentence, 'gu'))

/** Returns the texts of refusals that a source throws and that no language has a table for. */
export const untranslatedRefusalsIn = (source: string): string[] =>
  refused.flatMap((pattern) => [...source.matchAll(pattern)].flatMap(({ groups }) => groups?.text ?? []))

// A script tells people something by a call; what it throws, programmers read.
const told = /(?<!\bsay|Error)\(\s*(?<quote>["'`])(?<text>\p{Lu}[^"'`\n]* [^"'`\n]*)\k<quote>/gu

/** Returns the texts that a script tells people and that no language has a table for. */
export const untranslatedCallsIn = (source: string): string[] =>
  [...source.matchAll(told)].flatMap(({ groups }) => groups?.text ?? [])

/** Returns the texts of a page's source that people see and that no language has a table for. */
export function untranslatedIn(source: string): string[] {
  const plain = transpiler.transformSync(source)
  const texts = shown.flatMap((pattern) => [...plain.matchAll(pattern)].map(([, quoted, written]) => quoted ?? written))
  return [...new Set(texts.filter((text) => text !== undefined).filter(isText))]
}
