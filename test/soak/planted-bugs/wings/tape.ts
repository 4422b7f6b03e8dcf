import type { PlantedBug } from '../bug.ts'

/** Bugs with several tapes and tracks that move between them. */
export const tapeBugs: readonly PlantedBug[] = [
  {
    name: 'a word that a tape goes back to leads to itself',
    file: 'src/casset/tape.ts',
    text: '  if (next !== null) forgetWord(ctx, tape.artistId, next)\n',
    becomes: '',
    tests: ['casset/tape', 'casset/tape-word'],
  },
  {
    name: 'the former address of a tape leads nowhere',
    file: 'src/casset/tape.ts',
    text: '  if (tape.word !== null) leadFrom(ctx, tape, tape.word)\n',
    becomes: '',
    tests: ['casset/tape', 'casset/tape-word'],
  },
  {
    name: 'an editor of the tape that was first is not refused',
    file: 'src/casset/tape.ts',
    text: '{ word: formerWord, revision: before.revision + 1 }',
    becomes: '{ word: formerWord }',
    tests: ['casset/tape', 'casset/tape-word'],
  },
  {
    name: 'a tape has one former address more than it may',
    file: 'src/casset/tape.ts',
    text: '  if ((kept?.count ?? 0) >= mostFormer) {',
    becomes: '  if ((kept?.count ?? 0) > mostFormer) {',
    tests: ['casset/tape', 'casset/tape-word'],
  },
  {
    name: 'a tape becomes the first while its word is of another',
    file: 'src/casset/tape.ts',
    text: "  freeWord(ctx, artistId, before.id, formerWord, 'formerWord')\n",
    becomes: '',
    tests: ['casset/tape', 'casset/tape-word'],
  },
  {
    name: 'an artist has a tape more than they may',
    file: 'src/casset/tape.ts',
    text: '  if (countTapes(ctx, artistId) < mostTapes) return',
    becomes: '  if (countTapes(ctx, artistId) <= mostTapes) return',
    tests: ['casset/tape', 'casset/tape-word'],
  },
  {
    name: 'a track of a release moves away',
    file: 'src/casset/track/move-track.ts',
    text: '    refuseBound(ctx, track, [from.id, to.id])\n',
    becomes: '',
    tests: ['casset/track/moved-track'],
  },
  {
    name: 'a moved track’s upload leads to its former tape',
    file: 'src/casset/track/move-track.ts',
    text: '  await forgetUpload(ctx, moved)\n',
    becomes: '  void forgetUpload\n  void moved\n',
    tests: ['casset/track/moved-track', 'casset/track/track-resumable'],
  },
  {
    name: 'a moved track leaves a hole in the order',
    file: 'src/casset/track/move-track.ts',
    text: '    numberTracks(ctx, orderOf(ctx, from.id))\n',
    becomes: '',
    tests: ['casset/track/moved-track'],
  },
  {
    name: 'a track that the site took down moves to another tape',
    file: 'src/casset/track/move-track.ts',
    text: '  refuseTakenDown(track)\n',
    becomes: '',
    tests: ['casset/track/moved-track', 'operate/moderation/take-down'],
  },
  {
    name: 'a tape takes more tracks than it may by moving',
    file: 'src/casset/track/move-track.ts',
    text: '  refuseFullCasset(ctx, to.id)\n',
    becomes: '',
    tests: ['casset/track/moved-track'],
  },
  {
    name: 'former addresses of one tape count for another',
    file: 'src/casset/tape.ts',
    text: '.where(eq(formerWords.cassetId, cassetId)).get()',
    becomes: '.where(eq(formerWords.artistId, artistId)).get()',
    tests: ['casset/tape-word'],
  },
]
