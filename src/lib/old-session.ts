/**
 * What is said where a session is older than what it asks for allows (rule: fresh-proof). The
 * browser asks for a proof by it.
 */
export const oldSession = 'For this you must have signed in a moment ago.'
