import { Type as t } from '@sinclair/typebox'
import { defaultRates } from '../../books/vat/default-rates.ts'
import type { TakedownGround } from '../../casset/taken-thing.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { Kind, type ThingKind } from './model.ts'

export const kindText = (): Readonly<Record<ThingKind, string>> => ({
  page: say('a page'),
  track: say('a track'),
  clip: say('a clip'),
  comment: say('a comment'),
  emoji: say('an emoji'),
  account: say('an account'),
})

export const kindNames = (): Readonly<Record<ThingKind, string>> => ({
  page: say('Pages ## of artists'),
  track: say('Tracks'),
  clip: say('Clips'),
  comment: say('Comments'),
  emoji: say('Emoji'),
  account: say('Accounts'),
})

/** Returns a thing in the middle of a sentence: “Dawn” (a track). */
export const thingText = ({ kind, title }: { kind: ThingKind; title: string }): string =>
  say('“{title}” ({kind}) ## a thing and what it is, in the middle of a sentence', { title, kind: kindText()[kind] })

export const ToldThing = {
  what: t.String(),
  /** The kind of thing; absent where `what` has that too, as older notifications do. */
  kind: t.Optional(Kind),
}

export const toldThing = ({ what, kind }: { what: string; kind?: ThingKind | undefined }): string =>
  kind === undefined ? what : thingText({ kind, title: what })

export const groundText = (): Readonly<Record<TakedownGround, string>> => ({
  law: say('a law forbids it'),
  terms: say('it breaks the terms of this site'),
})

/** The answer that is kept where the desk ends a suspension with one press. */
const endedAnswer = 'The suspension has ended.'

/** Returns where else to turn: certified bodies are of the European Union (DSA 21). */
export function redressText({ config }: Ctx): string {
  const { country } = config.site.seller
  return country === null || country in defaultRates.basisPoints
    ? say('You can also turn to a certified body for settling such disputes out of court, or to a court.')
    : say('You can also turn to a court.')
}

/** Returns an answer as its reader sees it: as it was written, or ours in their language. */
export const answerText = (answer: string): string =>
  answer === endedAnswer ? say('The suspension has ended.') : answer
