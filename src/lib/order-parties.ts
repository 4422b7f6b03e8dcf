/** The accounts of an order: who paid, and who holds what was paid for. */
export type Parties = { userId: string | null; holderId: string | null }

/**
 * Returns the account that an order's receipt and letters go to, and that sellers read as its buyer: the payer's, or the one
 * that claimed what a guest paid for; null where there is none. What is held is the holder's.
 */
export const accountOfOrder = ({ userId, holderId }: Parties): string | null => userId ?? holderId

/** Returns whether an order is of a guest: of somebody known by an email address, and by no account yet. */
export const isOfGuest = ({ buyerEmail, holderId }: { buyerEmail: string | null; holderId: string | null }): boolean =>
  buyerEmail !== null && holderId === null
