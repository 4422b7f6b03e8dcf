import type { PlantedBug } from './bug.ts'

export const machineBugs: readonly PlantedBug[] = [
  {
    name: 'without a credential the sandbox says which methods it has',
    file: 'src/machine/public-v1/artist-reads.ts',
    text: 'const refusal = refuse(request)',
    becomes: "const refusal = request.method === 'GET' ? refuse(request) : undefined",
    tests: ['machine/sandbox'],
  },
  {
    name: 'taking what the files say renames a published casset',
    file: 'src/casset/track/measure/file-tags.ts',
    text: 'return publishedAt === null && albums.size',
    becomes: 'return publishedAt !== undefined && albums.size',
    tests: ['casset/track/track-tags'],
  },
  {
    name: 'two discs are put in order track by track',
    file: 'src/casset/track/measure/file-tags.ts',
    text: 'at: (disc ?? 1) * 10_000 + number',
    becomes: 'at: (disc ?? 1) + number * 10_000',
    tests: ['casset/track/track-tags'],
  },
  {
    name: 'the first picture in a file is offered as its cover',
    file: 'src/casset/audio/ingest/master/read-tags.ts',
    text: "(pictures.find(({ type }) => type === 'FrontCover') ?? pictures[0])",
    becomes: 'pictures[0]',
    tests: ['casset/track/track-tags'],
  },
  {
    name: 'answers are held although this process has written',
    file: 'db/revision.ts',
    text: 'countOurs.get()?.changes',
    becomes: 'others',
    tests: ['db/held', 'machine/v1'],
  },
  {
    name: 'answers are held although another process has written',
    file: 'db/revision.ts',
    text: 'others ??= readOthers()',
    becomes: 'others ??= 0',
    tests: ['db/held'],
  },
  {
    name: 'many files of one artist take all places',
    file: 'src/platform/job/lane-turns.ts',
    text: 'a.running - b.running || ',
    becomes: '',
    tests: ['platform/job/job-lanes'],
  },
  {
    name: 'a search in the letters of which Hangul is composed finds nothing',
    file: 'src/lib/text/search-words.ts',
    text: "text.normalize('NFC').match",
    becomes: 'text.match',
    tests: ['casset/search'],
  },
]
