/** So many cassets of an artist have to be public and open for an offer of everything. */
export const leastTapes = 2
