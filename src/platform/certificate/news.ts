import { ownState } from '../own-state.ts'
import type { KeyPair } from './certificate.ts'

/** Where the job that gets certificates and the ports that use them meet. */
type CertificateNews = {
  /** What the plain port answers to the authority, by the challenge's token. */
  readonly answers: Map<string, string>
  /** Gives a certificate to the ports, unless they use it already. */
  publish(pair: KeyPair): void
  /** Sets what the ports do with a certificate. */
  listen(use: (pair: KeyPair) => void): void
}

/** The meeting place of this process. */
export const certificateNews = ownState(createCertificateNews)

function createCertificateNews(): CertificateNews {
  let used: (pair: KeyPair) => void = () => {}
  return {
    answers: new Map(),
    publish: (pair) => used(pair),
    listen(use) {
      used = use
    },
  }
}
