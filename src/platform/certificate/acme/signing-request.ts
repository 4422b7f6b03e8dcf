import { createPublicKey } from 'node:crypto'
import { importPKCS8 } from 'jose'
import {
  AuthorityKeyIdentifierExtension,
  Pkcs10CertificateRequestGenerator,
  SubjectAlternativeNameExtension,
  X509Certificate,
} from './x509.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Returns a request for a certificate of one name (PKCS #10) as base64url, signed with its key. */
export async function signingRequest(domain: string, key: string): Promise<string> {
  const privateKey = await importPKCS8(key, 'ES256', { extractable: true })
  const publicBytes = new Uint8Array(createPublicKey(key).export({ type: 'spki', format: 'der' }))
  const publicKey = await crypto.subtle.importKey('spki', publicBytes, algorithm, true, ['verify'])
  const request = await Pkcs10CertificateRequestGenerator.create({
    keys: { privateKey, publicKey },
    signingAlgorithm: algorithm,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: domain }])],
  })
  return Buffer.from(request.rawData).toString('base64url')
}

/** RFC 9773, 4.1; undefined if the certificate does not state its issuer's key. */
export function renewalName(chain: string): string | undefined {
  const leaf = new X509Certificate(chain)
  const issuer = leaf.getExtension(AuthorityKeyIdentifierExtension)?.keyId
  if (issuer === undefined) return undefined
  const bytes = Buffer.from(leaf.serialNumber, 'hex')
  // As DER has it, where the first bit of a number is its sign.
  const serial = Buffer.concat([Buffer.alloc((bytes[0] ?? 0) < 0x80 ? 0 : 1), bytes])
  return `${Buffer.from(issuer, 'hex').toString('base64url')}.${serial.toString('base64url')}`
}
