import { say } from '../../lib/language/say.ts'

/** Says why somebody hears nothing of what they have (rule: take-down). */
export const takenDownText = () => say('Taken down because of a law: it can no longer be heard or downloaded here.')
