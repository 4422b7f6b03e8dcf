declare module '@digitalbazaar/vc' {
  type Loaded = { document: unknown; documentUrl: string; contextUrl: null }
  type Found = { verified: boolean; error?: { errors?: { message: string }[]; message: string } }

  /** Verifies a credential: its form, its period, its proof and its status. */
  export function verifyCredential(options: {
    credential: object
    suite: unknown
    documentLoader: (url: string) => Promise<Loaded>
    checkStatus: (options: { credential: { credentialStatus: { id: string } } }) => Promise<Found>
    now?: Date
  }): Promise<Found>
}

declare module '@digitalbazaar/data-integrity' {
  /** A suite of Data Integrity proofs with a cryptosuite. */
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: unknown })
  }
}

declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createVerifyCryptosuite(): unknown
}
