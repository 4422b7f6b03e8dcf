import { expect, test } from 'bun:test'
import { withoutNote } from '../../src/lib/language/message.ts'
import de from '../../src/lib/language/tables/de.json'
import es from '../../src/lib/language/tables/es.json'
import fr from '../../src/lib/language/tables/fr.json'
import ja from '../../src/lib/language/tables/ja.json'
import { textOf, topics } from '../../src/operate/guide/topics.ts'

/** Words that people do not meet, what they read instead, and the texts that may have them. */
const banned: readonly { word: RegExp; instead: string; but: readonly RegExp[] }[] = [
  {
    word: /\btapes?\b/i,
    instead: 'casset',
    // The slogan, the state of the player that got stuck, and a style of music.
    but: [/keep the tape/i, /^The tape jammed\.$/, /“dub, tape loops”/],
  },
  {
    word: /\balbums?\b/i,
    instead: 'casset',
    // The kinds of cassets, what is on a disk, and the places that explain what a casset is.
    but: [
      /^Album$/,
      /an album, an EP, a single/,
      /^Albums on your disk\?$/,
      /^Each album in it becomes a casset/,
      /called cassets here/,
      /Publish the first album/,
      /^Get the whole album for /,
      /^Albums by artists/,
    ],
  },
  { word: /\bcollect(?:s|ed|ing|ors?)?\b/i, instead: 'buy', but: [] },
  { word: /\bby (?:itself|themselves)\b/i, instead: 'automatically, on its own', but: [] },
  { word: /\bother ways in\b/i, instead: 'sign-in methods', but: [] },
  { word: /\blook(?:s|ed)? after\b/i, instead: 'moderate', but: [/^We look after this site/m] },
]

// The English of all messages: what stands between braces is the name of a value.
const messages = Object.keys(de).map((message) =>
  withoutNote(message).replaceAll(/\{\w+(?:, (?:plural|select),)?/g, '{'),
)

test.each(banned)('people read $instead, and no other word for it', ({ word, but }) => {
  expect(messages.filter((text) => word.test(text) && !but.some((exception) => exception.test(text)))).toEqual([])
  // An exception that nothing needs any more goes.
  for (const exception of but)
    expect([exception, messages.some((text) => exception.test(text))]).toEqual([exception, true])
})

test('each language has one word for a casset, too', () => {
  const others = {
    de: [de, /\bTapes?\b/],
    es: [es, /\bcintas?\b/i],
    fr: [fr, /\bcassettes?\b/i],
    ja: [ja, /(?<!カセット)テープ/],
  } as const
  for (const [language, [table, other]] of Object.entries(others)) {
    const found = Object.entries(table).filter(([message, text]) => other.test(text) && !/tape|cassette/i.test(message))
    expect([language, ...found]).toEqual([language])
  }
})

test('the guide calls a casset a casset', () => {
  const called = topics.flatMap((topic) =>
    [
      ...textOf(topic)
        .replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')
        .matchAll(/.{0,30}\btapes?\b.{0,30}/gi),
    ].map(([found]) => `${topic.name}: ${found}`),
  )
  expect(called).toEqual([])
})
