/** Kinds of files that banks take as evidence, by their first bytes, with their extensions. */
const kinds = [
  { ending: 'pdf', type: 'application/pdf', start: '%PDF-' },
  { ending: 'png', type: 'image/png', start: '\x89PNG\r\n\x1a\n' },
  { ending: 'jpg', type: 'image/jpeg', start: '\xff\xd8\xff' },
] as const

/** Returns the kind of a file by its first bytes; undefined for one that banks do not accept. */
export function evidenceKind(head: Uint8Array): (typeof kinds)[number] | undefined {
  const found = String.fromCharCode(...head.subarray(0, 16))
  return kinds.find(({ start }) => found.startsWith(start))
}

export const evidenceTypes: string = kinds.map(({ type }) => type).join(',')

/** The most bytes of all files of an answer together, as Stripe accepts them. */
export const maxEvidenceBytes = 4_500_000
