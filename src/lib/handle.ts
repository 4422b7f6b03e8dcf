/** The most characters of a handle. */
export const longestHandle = 30

/** What a handle is made of (rule 3.1). */
export const handlePattern = /^[a-z0-9_-]{3,30}$/
