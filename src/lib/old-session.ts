import { say } from './language/say.ts'

/**
 * The error for a session that is too old for a request (rule: fresh-proof), on which the browser
 * asks for a proof.
 */
export const oldSession = () => say('For this you must have signed in a moment ago.')
