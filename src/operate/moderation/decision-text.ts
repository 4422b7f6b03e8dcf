import type { TakedownGround } from '../../casset/taken-thing.ts'
import type { ThingKind } from './model.ts'

/** The name of each kind of thing. */
export const kindText: Readonly<Record<ThingKind, string>> = {
  page: 'a page',
  track: 'a track',
  clip: 'a clip',
  comment: 'a comment',
  emoji: 'an emoji',
  account: 'an account',
}

/** Returns a thing in the middle of a sentence: “Dawn” (a track). */
export const thingText = ({ kind, title }: { kind: ThingKind; title: string }): string =>
  `“${title}” (${kindText[kind]})`

/** The ground of a decision as a sentence. */
export const groundText: Readonly<Record<TakedownGround, string>> = {
  law: 'a law forbids it',
  terms: 'it breaks the terms of this site',
}
