import { createPrivateKey, X509Certificate } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { certificates } from '../../../db/schema/platform/certificate.ts'
import type { Ctx } from '../../context.ts'

/** A name's certificate, present order, and the result of the last tries. */
export type CertificateRow = typeof certificates.$inferSelect

/** A certificate with its key, both as PEM, in the form for a listener. */
export type KeyPair = { readonly cert: string; readonly key: string }

export const certificateRow = ({ db }: Pick<Ctx, 'db'>, domain: string): CertificateRow | undefined =>
  db.select().from(certificates).where(eq(certificates.domain, domain)).get()

export const noCertificate = {
  directory: null,
  chain: null,
  privateKey: null,
  notBefore: null,
  notAfter: null,
} as const

export const changeRow = ({ db }: Pick<Ctx, 'db'>, domain: string, set: Partial<CertificateRow>): void =>
  void db.update(certificates).set(set).where(eq(certificates.domain, domain)).run()

/** Returns even an expired one: better than none while a new one is requested. */
export const pairOf = (row: CertificateRow | undefined): KeyPair | undefined =>
  row?.chain && row.privateKey ? { cert: row.chain, key: row.privateKey } : undefined

/**
 * Returns when the certificate in use is due for renewal by its age: when a third of its life is
 * left; undefined while this authority has given none.
 */
export function dueAt({ directory, notBefore, notAfter }: CertificateRow, wanted: string): number | undefined {
  if (directory !== wanted || notBefore === null || notAfter === null) return undefined
  return notAfter - Math.floor((notAfter - notBefore) / 3)
}

/** Returns whether a chain is certificates and nothing else, such as a key (RFC 8555, 9.1). */
export const isChain = (pem: string): boolean =>
  [...pem.matchAll(/-----BEGIN ([^-\n]*)-----/g)].every(([, label]) => label === 'CERTIFICATE')

/** Returns the span of a chain's first certificate. Throws if it is not for this name and key. */
export function spanOf({ cert, key }: KeyPair, domain: string): { notBefore: number; notAfter: number } {
  const leaf = new X509Certificate(cert)
  if (!leaf.checkHost(domain) || !leaf.checkPrivateKey(createPrivateKey(key))) {
    throw new Error('the certificate that came is not for this name and key')
  }
  return { notBefore: Date.parse(leaf.validFrom), notAfter: Date.parse(leaf.validTo) }
}

/** Whether a certificate and key fit each other, and the whole chain is readable. */
export async function isUsable({ cert, key }: KeyPair): Promise<boolean> {
  const { createSecureContext } = await import('node:tls')
  try {
    createSecureContext({ cert, key })
    return true
  } catch {
    return false
  }
}
