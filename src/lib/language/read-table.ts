import { readFileSync } from 'node:fs'
import { Type as t } from '@sinclair/typebox'
import { jsonReader } from '../json/json-reader.ts'
import { type Language, ownLanguage, rightToLeft } from './languages.ts'
import { withoutNote } from './message.ts'
import de from './tables/de.json' with { type: 'file' }
import es from './tables/es.json' with { type: 'file' }
import fr from './tables/fr.json' with { type: 'file' }
import ja from './tables/ja.json' with { type: 'file' }

// Paths, whatever TypeScript takes a .json for: a table is read when somebody speaks the language.
const files: Readonly<Record<string, unknown>> = { de, es, fr, ja }

const readJson = jsonReader('A table of translations', t.Record(t.String(), t.String()))

/** Returns what a language says for a message of ours; undefined where it has no word for it. */
export type Translate = (message: string) => string | undefined

export function readTable(language: Language): Translate {
  if (language === ownLanguage) return withoutNote
  if (language === rightToLeft) return (message) => `\u202e${withoutNote(message)}\u202c`
  const bytes = readFileSync(String(files[language]))
  // An executable has them packed (platform/build/packed-files.ts).
  const text = (Bun.isStandaloneExecutable ? Bun.zstdDecompressSync(bytes) : bytes).toString('utf8')
  const table = new Map(Object.entries(readJson(text)))
  return (message) => table.get(message)
}
