import { expect, test } from 'bun:test'
import type { AlbumTags } from '../../src/lib/album/found.ts'
import { kindOfPath } from '../../src/lib/album/found.ts'
import { shownLyrics } from '../../src/lib/album/lyrics.ts'
import { isNamed } from '../../src/lib/album/made-by.ts'
import { readManifest, readManifests } from '../../src/lib/album/manifest.ts'
import { readFolderName, readNames } from '../../src/lib/album/names.ts'
import { type FoundFolder, planTapes } from '../../src/lib/album/plan-tapes.ts'

/** Plans files of a folder "Music" of Nova, by path, with their tags; others lie beside them. */
function plan(music: Record<string, AlbumTags>, beside: readonly string[] = [], more: Partial<FoundFolder> = {}) {
  const others = beside.map((path) => ({ path, bytes: 10 }))
  return planTapes({
    name: 'Music',
    music: Object.entries(music).map(([path, tags]) => ({ path, bytes: 100, tags })),
    pictures: others.filter(({ path }) => kindOfPath(path) === 'picture'),
    words: others.filter(({ path }) => kindOfPath(path) === 'words'),
    cues: new Map(),
    releases: new Map(),
    tracks: new Map(),
    above: new Map(),
    names: ['Nova', 'nova-music'],
    ...more,
  })
}

const titlesOf = ({ tapes }: ReturnType<typeof plan>) =>
  tapes.map(({ name, tracks }) => [name, ...tracks.map(({ title }) => title)])

test('each folder with music becomes a tape, in the order of its numbers, with title and day of its tags', () => {
  const made = plan(
    {
      'Winter/b.flac': { album: 'Winter', title: 'Ice', track: 2, date: '2020-01-31' },
      'Winter/a.flac': { album: 'Winter', title: 'Snow', track: 1, date: '2020-01-31' },
      'Summer EP/02 Sun.flac': {},
      'Summer EP/01 Rain.flac': {},
      'Summer EP/10 Wind.flac': {},
      'Summer EP/03 Hail.flac': {},
    },
    ['Winter/front.jpg', 'Winter/back.jpg', 'Summer EP/01 Rain.lrc'],
  )
  expect(titlesOf(made)).toEqual([
    ['Summer EP', 'Rain', 'Sun', 'Hail', 'Wind'],
    ['Winter', 'Snow', 'Ice'],
  ])
  expect(made.tapes).toMatchObject([
    { kind: 'EP', day: null, cover: null, tracks: [{ lyrics: 'Summer EP/01 Rain.lrc' }, {}, {}, {}] },
    { kind: 'ALBUM', day: '2020-01-31', cover: { path: 'Winter/front.jpg', isInside: false } },
  ])
  expect(made.left).toEqual([{ path: 'Winter/back.jpg', why: 'a picture that no casset needs' }])
})

test('discs of one album are one tape, in folders or by tags, disc after disc', () => {
  const folders = plan({
    'Nova - Winter/CD 2/01 Ice.flac': {},
    'Nova - Winter/CD 1/01 Snow.flac': {},
    'Nova - Winter/CD 1/02 Frost.flac': {},
  })
  expect(titlesOf(folders)).toEqual([['Winter', 'Snow', 'Frost', 'Ice']])
  const endings = plan({ 'Winter (Disc 2)/1.flac': { title: 'Ice' }, 'Winter (Disc 1)/1.flac': { title: 'Snow' } })
  expect(titlesOf(endings)).toEqual([['Winter', 'Snow', 'Ice']])
  const tags = plan({
    'W/a.flac': { title: 'Ice', disc: 2, track: 1 },
    'W/b.flac': { title: 'Snow', disc: 1, track: 1 },
    'W/c.flac': { title: 'Frost', disc: 1, track: 2 },
  })
  expect(titlesOf(tags)).toEqual([['W', 'Snow', 'Frost', 'Ice']])
})

test('one folder with several albums in its tags becomes several tapes', () => {
  const made = plan({
    'a.mp3': { album: 'Winter', title: 'Snow' },
    'b.mp3': { album: 'Summer', title: 'Sun' },
    'c.mp3': { album: 'winter ', title: 'Ice' },
  })
  expect(titlesOf(made).toSorted()).toEqual([
    ['Summer', 'Sun'],
    ['Winter', 'Snow', 'Ice'],
  ])
  const one = plan({ 'a.mp3': { album: 'Winter', title: 'Snow' }, 'b.mp3': { title: 'Ice' } })
  expect(titlesOf(one)).toEqual([['Winter', 'Snow', 'Ice']])
})

test('a file without an album artist joins the album of its name, of several the one of its artist', () => {
  const nova = { artist: 'Nova', albumArtist: 'Nova' }
  const one = plan({
    'a.flac': { ...nova, album: 'Best', title: 'A' },
    'b.flac': { artist: 'NOVA', album: 'best', title: 'B' },
    'c.flac': { album: 'Best', title: 'C' },
  })
  expect(titlesOf(one)).toEqual([['Best', 'A', 'B', 'C']])
  const two = plan({
    'a.flac': { ...nova, album: 'Best', title: 'A' },
    'b.flac': { artist: 'nova', album: 'Best', title: 'B' },
    'c.flac': { artist: 'Nova', albumArtist: 'Nova-Music', album: 'Best', title: 'C' },
  })
  expect(titlesOf(two)).toEqual([
    ['Best', 'A', 'B'],
    ['Best', 'C'],
  ])
})

test('Bandcamp, Mirlo and folders of other shops are read by their names where tags are silent', () => {
  const bandcamp = ['Nova - Second Winter - 01 Snow - Falling.wav', 'Nova - Second Winter - 02 Ice.wav']
  expect(readNames(bandcamp)).toEqual([
    { artist: 'Nova', album: 'Second Winter', track: 1, title: 'Snow - Falling' },
    { artist: 'Nova', album: 'Second Winter', track: 2, title: 'Ice' },
  ])
  expect(titlesOf(plan(Object.fromEntries(bandcamp.map((name) => [`Nova - Second Winter/${name}`, {}]))))).toEqual([
    ['Second Winter', 'Snow - Falling', 'Ice'],
  ])
  expect(readNames(['1 - Snow.flac', '2 - Ice.flac']).map(({ title }) => title)).toEqual(['Snow', 'Ice'])
  expect(readNames(['1-Snow.flac', '2-Ice.flac']).map(({ title }) => title)).toEqual(['Snow', 'Ice'])
  expect(readNames(['99 Balloons.flac', '7 Seconds.flac']).map(({ title }) => title)).toEqual([
    '99 Balloons',
    '7 Seconds',
  ])
  const isNova = (text: string) => text === 'Nova'
  expect(readFolderName('Nova - Winter (2019) [FLAC 24bit]', isNova)).toEqual({ name: 'Winter', year: 2019 })
  expect(readFolderName('2019 - Winter', isNova)).toEqual({ name: 'Winter', year: 2019 })
  expect(readFolderName('2019 - Nova - Winter [FLAC]', isNova)).toEqual({ name: 'Winter', year: 2019 })
  expect(readFolderName('Nova - 2019 - Winter', isNova)).toEqual({ name: 'Winter', year: 2019 })
  expect(readFolderName('1984', isNova)).toEqual({ name: '1984' })
  expect(readFolderName('Ada - Winter', isNova)).toEqual({ name: 'Ada - Winter' })
})

test("a manifest of Faircamp decides a tape's name, address, day, cover and price", async () => {
  const manifest = await readManifest(
    'title: Ape Affairs\npermalink: ape-affairs\ndate: 2019-11-03\nrelease_artist: Nova\nunlisted\n\ncover:\ndescription = A tree\n' +
      'file = art/tree.jpg\n\n-- more\nfree: text\n-- more\n\nrelease_price: EUR 4+\n',
  )
  expect(manifest).toEqual({
    title: 'Ape Affairs',
    permalink: 'ape-affairs',
    date: '2019-11-03',
    artist: 'Nova',
    cover: 'art/tree.jpg',
    price: 'EUR 4+',
  })
  const releases = new Map([['Apes', manifest ?? {}]])
  const tracks = new Map([['Apes/02 Second', { title: 'The second' }]])
  const made = plan(
    { 'Apes/01 First.wav': { album: 'X', artist: 'Somebody' }, 'Apes/02 Second/02 second.wav': { album: 'Y' } },
    ['Apes/art/tree.jpg', 'Apes/cover.jpg'],
    { releases, tracks },
  )
  expect(made.tapes).toMatchObject([
    {
      name: 'Ape Affairs',
      word: 'ape-affairs',
      day: '2019-11-03',
      price: 'EUR 4+',
      cover: { path: 'Apes/art/tree.jpg', isInside: false },
      tracks: [{ title: 'First' }, { title: 'The second' }],
    },
  ])
  expect(await readManifest('- an item of no list')).toBeNull()
  expect(await readManifest(`title: ${'x'.repeat(300_000)}`)).toBeNull()
})

test('a manifest names one artist or several, and those of a catalogue or artist count below them', async () => {
  const files = new Map([
    ['catalog.eno', 'title: My label\n\nrelease_artists:\n- Ada\n- Nova\n'],
    ['Ada/artist.eno', 'name: Ada\nrelease_artist: Ada\n'],
    ['Ada/Own/release.eno', 'release_artist: Nova\n'],
    ['Broken/release.eno', '- an item of no list'],
  ])
  const { unreadable, ...found } = await readManifests(files.keys(), async (path) => files.get(path) ?? '')
  expect([found.above.get('')?.artist, unreadable]).toEqual(['Ada, Nova', ['Broken/release.eno']])
  const of = { artist: 'Whoever' }
  const made = plan({ 'Ours/1.wav': of, 'Ada/Hers/2.wav': of, 'Ada/Own/3.wav': of }, [], found)
  expect(made.tapes.map(({ folder }) => folder)).toEqual(['Ada/Own', 'Ours'])
  expect(made.left).toEqual([
    { path: 'Ada/Hers/2.wav', why: 'by “Ada”, which is not a name of this artist', by: 'Ada' },
  ])
})

test("music that is another artist's by its tags is left out and named, whoever else is on it", () => {
  const made = plan({
    'a.mp3': { artist: 'Ada', title: 'Hers' },
    'b.mp3': { artist: 'NOVA feat. Ada', title: 'Mine' },
    'c.mp3': { artist: 'Ada', albumArtist: 'Nova', title: 'Guest' },
    'd.mp3': { artist: 'Nova Scotia', title: 'A namesake' },
    'e.mp3': { title: 'Unsaid' },
  })
  expect(titlesOf(made)).toEqual([['Music', 'Mine', 'Guest', 'Unsaid']])
  expect(made.left.map(({ path }) => path)).toEqual(['a.mp3', 'd.mp3'])
  expect(made.left[0]?.why).toContain('Ada')
  expect(plan({ 'Ada - Hers - 01 One.wav': {}, 'Ada - Hers - 02 Two.wav': {} }).tapes).toEqual([])
  expect(['Nóva!', 'nova', 'Ada & Nova', 'Ada x Nova'].map((text) => isNamed(text, ['Nova']))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['Novas', 'No', '', 'Ada'].map((text) => isNamed(text, ['Nova']))).toEqual([false, false, false, false])
})

test('a sampler comes whole, whoever is on it: by its album artist, its mark, or three artists on one album', () => {
  const sampler = (more: object, artists: readonly string[] = ['Ada', 'Mara', 'Lou']) =>
    plan(
      Object.fromEntries(
        artists.map((artist, at) => [
          `S/${at}.mp3`,
          { artist, album: 'Sampler', track: at + 1, title: artist, ...more },
        ]),
      ),
    )
  const whole = [['Sampler', 'Ada', 'Mara', 'Lou']]
  expect(titlesOf(sampler({ albumArtist: 'Various Artists' }))).toEqual(whole)
  expect(titlesOf(sampler({ albumArtist: 'V.A.' }))).toEqual(whole)
  expect(titlesOf(sampler({}))).toEqual(whole)
  expect(titlesOf(sampler({ isCompilation: true }, ['Ada', 'Ada']))).toEqual([['Sampler', 'Ada', 'Ada']])
  // An album of one artist with guests is theirs, and so is one whose album artist is named.
  expect(titlesOf(sampler({}, ['Ada', 'Ada feat. Mara', 'Ada & Lou']))).toEqual([])
  expect(titlesOf(sampler({ albumArtist: 'Ada' }))).toEqual([])
  expect(titlesOf(sampler({ album: '' }))).toEqual([])
})

test('tags that lie make no more than tapes with odd names, and no name breaks a line', () => {
  const many = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`${index}.mp3`, { disc: index + 1, track: 1, title: `T${index}` }]),
  )
  const began = process.cpuUsage()
  const made = plan(many)
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000)
  expect(made.tapes.map(({ tracks }) => tracks.length)).toEqual([500])
  expect(made.left).toHaveLength(9_500)
  const odd = plan({ 'a\nb/c\nd.mp3': { album: '\n\t', title: 'x\ny\u202e' } })
  expect(titlesOf(odd)).toEqual([['a b', 'x y']])
  expect(plan({ 'x/y.mp3': { year: 2019 } }).tapes).toMatchObject([
    { day: '2019-01-01', precision: 'year', kind: 'SINGLE' },
  ])
  expect(plan({ 'x/y.mp3': { date: '2019-03', year: 2019 } }).tapes).toMatchObject([
    { day: '2019-03-01', precision: 'month' },
  ])
  const noDays = plan({ 'x/y.mp3': { date: '2019-00-00', year: 2019 } }, [], {
    releases: new Map([['x', { date: '2021-13-45' }]]),
  })
  expect(noDays.tapes).toMatchObject([{ day: '2019-01-01', precision: 'year' }])
})

test('the words of a karaoke file are read without its times', () => {
  expect(shownLyrics('[ti:Snow]\r\n[00:01.20][00:09.00]First <00:02.00>line\r\n[00:03]\r\n[Chorus]\nLast')).toBe(
    'First line\n\n[Chorus]\nLast',
  )
  expect(shownLyrics('[Chorus]\nWords at 00:01')).toBe('[Chorus]\nWords at 00:01')
})
