import { say } from '../language/say.ts'

/**
 * Returns the public name of a buyer without an account: an agent's own. A guest has none, and
 * their email address is nobody else's business.
 */
export const buyerName = (agentKey: string | null): string =>
  agentKey === null ? say('A guest') : agentKey || say('Somebody')
