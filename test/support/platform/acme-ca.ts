import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '../../../src/platform/certificate/acme/x509.ts'

const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const yearMs = 365 * 86_400_000

const newKeys = () => crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify'])

const namesOf = ({ extensions }: Pkcs10CertificateRequest) =>
  extensions.find((extension) => extension instanceof SubjectAlternativeNameExtension)

/** The names that a request for a certificate asks for, and whether it is signed by its own key. */
export async function readRequest(csr: string): Promise<{ names: string[]; isSigned: boolean; bytes: Uint8Array }> {
  const request = new Pkcs10CertificateRequest(Buffer.from(csr, 'base64url'))
  const names = namesOf(request)?.names.items.map(({ value }) => value) ?? []
  return { names, isSigned: await request.verify(), bytes: new Uint8Array(request.publicKey.rawData) }
}

/** A certificate authority for tests: a root, an intermediate, and what it signs. */
export async function createCa() {
  const [rootKeys, keys] = await Promise.all([newKeys(), newKeys()])
  const notBefore = new Date(Date.now() - 86_400_000)
  const notAfter = new Date(Date.now() + 10 * yearMs)
  const ofCa = new BasicConstraintsExtension(true, undefined, true)
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Root of tests',
    notBefore,
    notAfter,
    signingAlgorithm,
    keys: rootKeys,
    extensions: [ofCa, await SubjectKeyIdentifierExtension.create(rootKeys.publicKey)],
  })
  const middle = await X509CertificateGenerator.create({
    serialNumber: '02',
    subject: 'CN=Middle of tests',
    issuer: root.subject,
    notBefore,
    notAfter,
    signingAlgorithm,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    extensions: [ofCa, await SubjectKeyIdentifierExtension.create(keys.publicKey)],
  })
  let serial = 0x81
  return {
    rootPem: root.toString('pem'),
    async sign(csr: string, until: number): Promise<string> {
      const request = new Pkcs10CertificateRequest(Buffer.from(csr, 'base64url'))
      const names = namesOf(request)
      serial += 1
      const leaf = await X509CertificateGenerator.create({
        serialNumber: serial.toString(16),
        subject: '',
        issuer: middle.subject,
        notBefore: new Date(Date.now() - 3_600_000),
        notAfter: new Date(until),
        signingAlgorithm,
        publicKey: request.publicKey,
        signingKey: keys.privateKey,
        extensions: [...(names ? [names] : []), await AuthorityKeyIdentifierExtension.create(keys.publicKey)],
      })
      return `${leaf.toString('pem')}\n${middle.toString('pem')}\n`
    },
  }
}
