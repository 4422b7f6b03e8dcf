import type { PlantedBug } from '../bug.ts'

export const letterBugs: readonly PlantedBug[] = [
  {
    name: 'letters that were ended, allowed and ended again go on',
    file: 'src/audience/letter/end-letters.ts',
    text: 'const isTheirs = and(eq(letterReaders.artistId, artistId), eq(letterReaders.email, email))',
    becomes:
      'const isTheirs = and(eq(letterReaders.artistId, artistId), eq(letterReaders.email, email), sql`ended_at IS NULL`)',
    tests: ['endings-again.long'],
  },
  {
    name: 'the link of a welcome leaves letters to followers',
    file: 'src/audience/letter/end-letters.ts',
    text: '  if (found) inTransaction(ctx.db, () => void endNews(ctx, found))',
    becomes: '  if (found) inTransaction(ctx.db, () => void endByAddress(ctx, found.artistId, found.email))',
    tests: ['endings-again.long'],
  },
  {
    name: 'a letter that was put off is sent at its first hour',
    file: 'src/audience/letter/send/gather-readers.ts',
    text: ' || (letter.sendAt ?? 0) > ctx.now()',
    becomes: '',
    tests: ['audience/letter'],
  },
  {
    name: 'a reader who left meanwhile gets the letter',
    file: 'src/audience/letter/send/send-letter.ts',
    text: '  if (!mayGet(ctx, letter.artistId, reader)) {',
    becomes: "  if (letter.artistId === '') {",
    tests: ['audience/letter'],
  },
  {
    name: 'a suspended artist’s letter goes on',
    file: 'src/audience/letter/send/send-letter.ts',
    text: '  if (isArtistSuspended(ctx, letter.artistId)) return stopSuspended(ctx, letterId)\n',
    becomes: '',
    tests: ['operate/people', 'audience/letter'],
  },
  {
    name: 'a letter is changed while its readers are gathered',
    file: 'src/audience/letter/edit-letter.ts',
    text: " || letter.state === 'GATHERING'",
    becomes: '',
    tests: ['audience/letter'],
  },
  {
    name: 'a collect is counted for a letter of another artist',
    file: 'src/audience/letter/page/letter-cookie.ts',
    text: '    const isTheirs = and(eq(letters.id, letterId), eq(letters.artistId, order.artistId))',
    becomes: '    const isTheirs = eq(letters.id, letterId)',
    tests: ['audience/letter-page'],
  },
  {
    name: 'a bounce that comes twice is counted twice',
    file: 'src/audience/letter/end-letters.ts',
    text: "      eq(letterRecipients.state, 'SENT'),\n",
    becomes: '',
    tests: ['audience/letter-report'],
  },
  {
    name: 'letters go to followers who never confirmed their address',
    file: 'src/audience/letter/send/find-readers.ts',
    text: 'isNotNull(users.email), isNotNull(users.emailVerifiedAt)',
    becomes: 'isNotNull(users.email)',
    tests: ['audience/letter', 'audience/letter-edges'],
  },
  {
    name: 'an address that failed three times gets more letters',
    file: 'src/platform/mail/failing-address.ts',
    text: 'export const mostFailures = 3',
    becomes: 'export const mostFailures = 4',
    tests: ['audience/letter'],
  },
  {
    name: 'a key of another letter is taken',
    file: 'src/audience/letter/send/reader-token.ts',
    text: '    if (reader && sameText(sealed({ letterId, reader }, secret), token)) return',
    becomes: '    if (reader) return',
    tests: ['audience/letter', 'audience/letter-token'],
  },
  {
    name: 'a letter whose readers are gathered cannot be stopped',
    file: 'src/audience/letter/send/schedule-letter.ts',
    text: " ?? moveLetter(ctx, id, 'GATHERING', stopped)",
    becomes: '',
    tests: ['audience/letter'],
  },
]
