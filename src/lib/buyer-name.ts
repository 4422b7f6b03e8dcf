/** Returns how people read of a buyer: by the handle of their account, or what an agent without one calls itself. */
export const buyerName = (handle: string | null, agentKey: string | null): string =>
  handle === null ? agentKey || 'An agent' : `@${handle}`
