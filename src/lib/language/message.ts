/** Begins a note for translators at the end of a message, which is never shown. */
export const noteMark = ' ## '

/** For MessageFormat: a message without a translation has English plurals in any language. */
export const forgiving = { strictPluralKeys: false } as const

export const withoutNote = (message: string): string => message.split(noteMark, 1)[0] ?? ''

type Word<Text extends string> = Text extends '' | `${string} ${string}` | `${string}#${string}` ? never : Text
type Name<Text extends string> = Text extends `${infer Before}}${string}`
  ? Word<Before extends `${infer First},${string}` ? First : Before>
  : Text extends `${infer First},${string}`
    ? Word<First>
    : never

/**
 * Returns values as a message with elements takes them (public/lib/in-parts.tsx): what looks like
 * an element in them is none.
 */
export const withoutElements = <Values extends Readonly<Record<string, unknown>>>(values: Values | undefined) =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/<(?=\/?\w+>)/g, '‹') : value,
    ]),
  )

type Category = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

// A text after one of these is the form of a plural, not the name of a value.
type Form = ` ${Category} ` | `${string}, plural, ${Category} `

type NamesAfter<Text extends string, Before extends string> = Text extends `${infer Piece}{${infer Rest}`
  ? (Before extends Form ? never : Name<Piece>) | NamesAfter<Rest, Piece>
  : Before extends Form
    ? never
    : Name<Text>

/** The names of the values that a message in ICU MessageFormat takes. */
export type NamesIn<Message extends string> = Message extends `${infer Start}{${infer Rest}`
  ? NamesAfter<Rest, Start>
  : never

export type ValuesOf<Message extends string> = [NamesIn<Message>] extends [never]
  ? []
  : [values: { readonly [Name in NamesIn<Message>]: string | number }]

const isSpoken = (source: string): boolean => /from '[./\w-]*\/say\.ts'/.test(source)

const literal = /\bsay\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`$\\]*`)/g

const textOf = (quoted: string): string =>
  quoted.slice(1, -1).replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))

export const messagesIn = (source: string): string[] =>
  isSpoken(source) ? [...source.matchAll(literal)].map(([, quoted = '']) => textOf(quoted)) : []

/** Replaces each message that a source says by the code that `write` gives for it. */
export const replaceMessages = (source: string, write: (message: string) => string): string =>
  isSpoken(source) ? source.replace(literal, (_, quoted: string) => `say(${write(textOf(quoted))}`) : source
