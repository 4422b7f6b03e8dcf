import type { Static, TSchema } from '@sinclair/typebox'
import type { takedownGrounds } from '../../db/schema/casset/casset.ts'
import { AppError } from '../errors.ts'
import { say } from '../lib/language/say.ts'

/** Whether something is taken down because of a law or of the site's terms. */
export type TakedownGround = (typeof takedownGrounds)[number]

export type TakenThing = {
  userId: string
  /** The accounts of its maker and of all artists who share the cassets that it is on. */
  userIds: readonly string[]
  /** A name, a title, or the beginning of a comment. */
  title: string
  path: string
  takenDown: TakedownGround | null
}

/**
 * The result of taking something down: what giving it back needs, the ids of the copies that went
 * with it, and what is done afterwards.
 */
export type Taken<Saved extends TSchema> = {
  saved: Static<Saved>
  copyIds?: readonly string[]
  afterCommit?: () => void
}

/** Throws BAD_STATE for something that its maker wants to show although the site took it down. */
export function refuseTakenDown({ takenDown }: { takenDown: TakedownGround | null }): void {
  if (takenDown === null) return
  throw new AppError('BAD_STATE', say('This was taken down by the site.'), {
    hint: say('Your account’s page of decisions says why, and how to object.'),
  })
}
