import { givenState } from './own-state.ts'

/**
 * A kind of sums that triggers of the database keep. `differing` selects sums that do not match
 * their rows: whose, on which day, in which mode (0 and nothing where they have none). `repair`
 * computes the one with these parameters again, with the span of its day and the ids of the
 * postings in it. Raw: in the same form as the triggers of the migrations, against which they are
 * checked.
 */
export type KeptSums = { differing: string; repair: readonly string[] }

/** An index of a search in the same form: the rows that are not in it, and how one is added. */
export type SearchIndex = KeptSums

export const keptSumsOf = givenState<readonly KeptSums[]>('kept sums')

export const searchIndexesOf = givenState<readonly SearchIndex[]>('search indexes')
