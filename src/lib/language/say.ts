import { AsyncLocalStorage } from 'node:async_hooks'
import MessageFormat from '@messageformat/core'
import { once } from '../turn/once.ts'
import { keepMessage, readKept } from './kept-message.ts'
import { intlLanguage, type Language, ownLanguage } from './languages.ts'
import { forgiving, type ValuesOf, withoutElements, withoutNote } from './message.ts'
import { readTable } from './read-table.ts'

const spoken = new AsyncLocalStorage<{ language: Language; keeps?: true } | undefined>()

/**
 * Returns the language of the request that is being answered; undefined outside of requests, on a
 * site that speaks English alone, and for requests of programs.
 */
export const requestLanguage = (): Language | undefined => spoken.getStore()?.language

export const currentLanguage = (): Language => requestLanguage() ?? ownLanguage

/** Runs something, and whatever follows from it, that says its texts in this language. */
export const inLanguage = <T>(language: Language, run: () => T): T => spoken.run({ language }, run)

/** Runs something, and whatever follows from it, outside of the request that brought it about. */
export const outsideRequests = <T>(run: () => T): T => spoken.run(undefined, run)

/** Goes on answering a request in the language of its account, once that is known. */
export function goOnIn(language: Language): void {
  const store = spoken.getStore()
  if (store) store.language = language
}

/**
 * Runs something, and whatever follows from it, whose texts are kept for readers of any language:
 * they are said when they are read.
 */
export const keepingMessages = <T>(run: () => T): T => spoken.run({ language: ownLanguage, keeps: true }, run)

type Values = Readonly<Record<string, unknown>>
type Said = string | ((values?: Values) => string)

const ofText = (compiled: (values?: Record<string, unknown>) => string, text: string): Said =>
  text.includes('</') ? (values) => compiled(withoutElements(values)) : compiled

function createSpeaker(language: Language): (message: string) => Said {
  const format = once(() => new MessageFormat(intlLanguage(language), forgiving))
  const table = once(() => readTable(language))
  const made = new Map<string, Said>()
  return (message) => {
    const known = made.get(message)
    if (known !== undefined) return known
    const text = table()(message) ?? withoutNote(message)
    const said = text.includes('{') ? ofText(format().compile(text), text) : text
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
  const store = spoken.getStore()
  if (store?.keeps) return keepMessage(message, values)
  return sayNow(store?.language ?? ownLanguage, message, values)
}

function sayNow(language: Language, message: string, values: Values | undefined): string {
  const speaker = speakers.get(language) ?? createSpeaker(language)
  speakers.set(language, speaker)
  const said = speaker(message)
  return typeof said === 'string' ? said : said(values)
}

/** Returns a text that may have kept messages in it, with these in the current language. */
export const sayKept = (text: string): string =>
  readKept(text, (message, values) => sayNow(currentLanguage(), message, values))
