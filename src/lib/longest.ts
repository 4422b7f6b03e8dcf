/** The most characters, in Unicode code points, of each text that people write (rule 2.3). Server and pages both use it. */
export const longest = {
  email: 254,
  displayName: 160,
  bio: 2000,
  location: 120,
  pronouns: 60,
  linkKind: 40,
  url: 2048,
  cassetName: 120,
  title: 240,
  fileName: 240,
  lyrics: 20_000,
  erasureReason: 500,
  tipMessage: 280,
  evidence: 5000,
  batchLabel: 120,
} as const
