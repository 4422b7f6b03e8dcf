export type Parties = { userId: string | null; holderId: string | null }

/**
 * Returns the account for an order's receipt and emails, which sellers see as its buyer: the
 * payer's, or the one that claimed a guest's purchase; null where there is none. The holder has the
 * goods.
 */
export const accountOfOrder = ({ userId, holderId }: Parties): string | null => userId ?? holderId

/** Whether an order is a guest's: known by an email address, and claimed by no account yet. */
export const isOfGuest = ({ buyerEmail, holderId }: { buyerEmail: string | null; holderId: string | null }): boolean =>
  buyerEmail !== null && holderId === null
