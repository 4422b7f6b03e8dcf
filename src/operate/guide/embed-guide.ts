import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '../../../public/guide')

/**
 * Returns the pages of the guide in other languages than English, by language and name: each folder
 * of the guide is one. It runs as a macro, while the importing file is compiled, because a compiled
 * executable has no folder to read.
 */
export function embedGuide(): Record<string, Record<string, string>> {
  const languages = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return Object.fromEntries(
    languages.map(({ name: language }) => {
      const files = readdirSync(join(root, language)).filter((file) => file.endsWith('.md'))
      const textOf = (file: string) => readFileSync(join(root, language, file), 'utf8')
      return [language, Object.fromEntries(files.map((file) => [file.slice(0, -'.md'.length), textOf(file)]))]
    }),
  )
}
