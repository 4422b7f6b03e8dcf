declare module '@digitalbazaar/vc' {
  type Loaded = { document: unknown; documentUrl: string; contextUrl: null }
  type Found = { verified: boolean; error?: { errors?: { message: string }[]; message: string } }

  /** Verifies a credential: its form, its period, its proof and its status. */
  export function verifyCredential(options: {
    credential: object
    suite: unknown
    documentLoader: (url: string) => Promise<Loaded>
    checkStatus: (options: object) => Promise<Found>
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

declare module '@digitalbazaar/vc-bitstring-status-list' {
  type Listed = { verified: boolean; error?: Error; results?: { status: boolean }[] }

  /** Reads the lists that a credential names, verifies them, and tells whether its entries are set. */
  export function checkStatus(options: object): Promise<Listed>
  export function decodeList(options: { encodedList: string }): Promise<{
    length: number
    getStatus(index: number): boolean
  }>
}
