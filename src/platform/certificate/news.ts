import { ownState } from '../own-state.ts'
import type { KeyPair } from './certificate.ts'

/** Connects the job that gets certificates with the ports that use them. */
type CertificateNews = {
  /** The plain port's answers to the authority, by the challenge's token. */
  readonly answers: Map<string, string>
  /** Gives a certificate to the ports, unless they use it already. */
  publish(pair: KeyPair): void
  listen(use: (pair: KeyPair) => void): void
}

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
