import type { Ctx } from '../context.ts'
import type { Sum } from '../lib/money/money.ts'
import { givenState } from './own-state.ts'

/** Something that may happen to an account: it moves to another country for its payouts. */
export const ofAccounts = ['deletes', 'suspended', 'moves'] as const

/** The same of whoever gives it, who may not sell any more, or whose cassets are taken down. */
export const happenings = [...ofAccounts, 'forbidden', 'hidden'] as const
export type Happening = (typeof happenings)[number]

/**
 * The fate of a promise then, for those who have not left: it STAYS, ENDS without costing them
 * anything, WAITS until that is over, is REFUNDED, PASSES to somebody else, or the
 * deletion is REFUSED until it has ended.
 */
export type Fate = 'stays' | 'ends' | 'waits' | 'refunded' | 'passes' | 'refused'

export type Fates = Readonly<Record<Happening, Fate>>

/** The usual fates; a promise says where its own differ. */
export const stays: Fates = {
  deletes: 'stays',
  suspended: 'stays',
  moves: 'stays',
  forbidden: 'stays',
  hidden: 'stays',
}
export const ends: Fates = { ...stays, deletes: 'ends' }
export const waits: Fates = { ...ends, suspended: 'waits' }

/** Something that somebody is promised here, before they have it (rule: promises). */
export type Promised = {
  readonly name: string
  /** The tables that have it until it is kept: a test finds those that nobody names. */
  readonly tables: readonly string[]
  /** In English: the thing, for the table of the rule. */
  readonly thing: string
  /** Null where the site itself gives it. */
  readonly giver: Fates | null
  /** Null where it is a guest. */
  readonly receiver: Fates | null
  /** Returns the money that is promised to an artist and that no posting owes them yet. */
  owed?(ctx: Ctx, artistId: string, mode: string): readonly Sum[]
  /** Returns the money that goes back to its payers once the artist who gives it may not sell. */
  givesBack?(ctx: Ctx, artistId: string, mode: string): readonly Sum[]
}

export const promisesOf = givenState<readonly Promised[]>('promises')
