/**
 * A kind of sums that triggers of the database keep. `differing` finds those that are not what they
 * sum: whose, on which day, in which mode (0 and nothing where they have none). `repair` adds up
 * again the one that has these as parameters, with the span of its day and the ids of the postings
 * in it. Raw: as the triggers of the migrations have it, which they are held against.
 */
export type KeptSums = { differing: string; repair: readonly string[] }
