import { readAddress } from '../../platform/mail/address.ts'

/**
 * Returns an email address in the form that the processor accepts; undefined for any other. A sale
 * never fails because of an address.
 */
export const processorEmail = (email: string | null): string | undefined =>
  email !== null && /^[!-~]+$/.test(email) && readAddress(email) !== undefined ? email : undefined
