import type { PlantedBug } from '../bug.ts'

/** Bugs with music that is brought from a folder. */
export const importedBugs: readonly PlantedBug[] = [
  {
    name: 'a file that changed is taken under its former hash',
    file: 'src/casset/import/run-import.ts',
    text: "    if (file.sha256 !== sha256) throw invalid('file', 'The file changed while it was read.')\n",
    becomes: '',
    tests: ['casset/import'],
  },
  {
    name: 'a link in the folder is followed',
    file: 'src/casset/import/find-files.ts',
    text: '      if (entry.isSymbolicLink()) left.push',
    becomes: "      if (entry.name === '') left.push",
    tests: ['casset/import'],
  },
  {
    name: 'an empty file is taken',
    file: 'src/casset/import/find-files.ts',
    text: "  if (bytes === 0) return 'empty'\n",
    becomes: '',
    tests: ['casset/import'],
  },
  {
    name: 'a file larger than the site takes is read',
    file: 'src/casset/import/find-files.ts',
    text: "  if (kind === 'music' && bytes > maxBytes) return",
    becomes: "  if (kind === 'music' && bytes > 1_000 * maxBytes) return",
    tests: ['casset/import'],
  },
  {
    name: 'the same file comes twice into its album',
    file: 'src/casset/import/plan-import.ts',
    text: '    else if (hashes.has(sha256)) left.push',
    becomes: "    else if (sha256 === '') left.push",
    tests: ['casset/import'],
  },
  {
    name: 'an import covers the picture that its artist chose',
    file: 'src/casset/import/bring-cover.ts',
    text: '  if (coverAssetId !== null) return\n',
    becomes: '',
    tests: ['casset/import'],
  },
  {
    name: 'an import writes over a tape that was public',
    file: 'src/casset/import/blank-first-tape.ts',
    text: '  if (tape.publishedAt !== null || tape.coverAssetId !== null) return undefined',
    becomes: '  if (tape.coverAssetId !== null) return undefined',
    tests: ['casset/import'],
  },
  {
    name: 'an import that has stopped goes on',
    file: 'src/casset/import/run-import.ts',
    text: '      if (done.stopped !== null) return done\n      if (!track.isNew)',
    becomes: '      if (!track.isNew)',
    tests: ['casset/import', 'casset/import-many'],
  },
  {
    name: 'a price in another currency is taken as ours',
    file: 'src/casset/import/take-price.ts',
    text: '  if (sum === undefined || (before ?? after)?.toLowerCase() !== currency) return null',
    becomes: '  if (sum === undefined) return null',
    tests: ['casset/import'],
  },
  {
    name: 'an import makes more tapes than an artist may have',
    file: 'src/casset/import/plan-import.ts',
    text: '    if (count >= mostTapes) {',
    becomes: '    if (count > mostTapes) {',
    tests: ['casset/import', 'casset/import-many'],
  },
  {
    name: 'an import describes a known tape anew',
    file: 'src/casset/import/bring-tape.ts',
    text: "    if (place.kind !== 'known') describe(",
    becomes: '    if (place.kind) describe(',
    tests: ['casset/import'],
  },
  {
    name: 'a link that takes the place of a file is followed',
    file: 'src/casset/import/find-files.ts',
    text: 'constants.O_RDONLY | constants.O_NOFOLLOW',
    becomes: 'constants.O_RDONLY',
    tests: ['casset/import'],
  },
]
