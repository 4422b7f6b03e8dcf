import type { Language } from '../../lib/language/languages.ts'
import { guide as de } from './de.ts'
import { guide as es } from './es.ts'
import { guide as fr } from './fr.ts'
import { guide as ja } from './ja.ts'

/** The guide in other languages than English, by the names of its topics. */
export const translated: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = { de, es, fr, ja }
