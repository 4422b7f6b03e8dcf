import { type TermsOfScopes, usages } from './usage.ts'

const scopesOfMining = Object.values(usages).flat()

/** Whether text and data mining is reserved: one of its scopes is not allowed (TDMRep). */
export const isReserved = (scopes: TermsOfScopes): boolean =>
  scopesOfMining.some((scope) => scopes[scope].decision !== 'ALLOW')

/** Returns the entry of a path for /.well-known/tdmrep.json. */
export const tdmEntry = (isHeld: boolean, location: string) => ({ location, 'tdm-reservation': isHeld ? 1 : 0 })
