import type { Ctx } from '../../context.ts'

/** Returns the name of this instance as a signer: did:web of its address. */
export const didOf = ({ site }: Pick<Ctx, 'site'>): string => `did:web:${encodeURIComponent(new URL(site.origin).host)}`
