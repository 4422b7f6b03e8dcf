import { readAddress } from '../../platform/mail/address.ts'

/** Returns an email address as the processor takes one; undefined for any other: no sale fails over an address. */
export const toldEmail = (email: string | null): string | undefined =>
  email !== null && /^[!-~]+$/.test(email) && readAddress(email) !== undefined ? email : undefined
