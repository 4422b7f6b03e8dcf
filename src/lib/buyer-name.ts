import { say } from './language/say.ts'

/**
 * Returns the public name of a buyer: the handle of their account, or an agent's own name. A guest
 * has neither, and their email address is nobody else's business.
 */
export function buyerName(handle: string | null, agentKey: string | null): string {
  if (handle !== null) return `@${handle}`
  return agentKey === null ? say('A guest') : agentKey || say('An agent')
}
