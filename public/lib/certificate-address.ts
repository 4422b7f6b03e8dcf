/** Returns the address of a file with a certificate, to save it: it holds the whole of it. */
export const certificateAddress = (credential: object): string =>
  `data:application/vc;charset=utf-8,${encodeURIComponent(JSON.stringify(credential, null, 2))}`
