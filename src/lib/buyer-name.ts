/**
 * Returns how people read of a buyer: by the handle of their account, or what an agent calls itself. A guest has neither,
 * and their email address is nobody else's business.
 */
export function buyerName(handle: string | null, agentKey: string | null): string {
  if (handle !== null) return `@${handle}`
  return agentKey === null ? 'A guest' : agentKey || 'An agent'
}
