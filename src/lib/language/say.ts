import { AsyncLocalStorage } from 'node:async_hooks'
import MessageFormat from '@messageformat/core'
import { once } from '../once.ts'
import { type Language, ownLanguage } from './languages.ts'
import { type ValuesOf, withoutNote } from './message.ts'
import { readTable } from './read-table.ts'

const spoken = new AsyncLocalStorage<Language>()

/** Returns the language of the request that is being answered. */
export const currentLanguage = (): Language => spoken.getStore() ?? ownLanguage

/** Runs something, and whatever follows from it, that says its texts in this language. */
export const inLanguage = <T>(language: Language, run: () => T): T => spoken.run(language, run)

type Said = string | ((values?: Record<string, unknown>) => string)

function createSpeaker(language: Language): (message: string) => Said {
  const format = once(() => new MessageFormat(language))
  const table = once(() => readTable(language))
  const made = new Map<string, Said>()
  return (message) => {
    const known = made.get(message)
    if (known !== undefined) return known
    const text = table()(message) ?? withoutNote(message)
    const said = text.includes('{') ? format().compile(text) : text
    made.set(message, said)
    return said
  }
}

const speakers = new Map<Language, (message: string) => Said>()

/**
 * Returns a message in the current language. It is English in ICU MessageFormat and the key of its
 * translations (tables/*.json): `say('{count, plural, one {# is} other {# are}} here', { count })`.
 * It has to be a literal, which the build finds and writes into the browser's files in each
 * language. A note for translators comes after ` ## `.
 */
export function say<Message extends string>(message: Message, ...[values]: ValuesOf<Message>): string {
  const language = currentLanguage()
  const speaker = speakers.get(language) ?? createSpeaker(language)
  speakers.set(language, speaker)
  const said = speaker(message)
  return typeof said === 'string' ? said : said(values)
}
