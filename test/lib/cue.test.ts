import { expect, test } from 'bun:test'
import { type Cues, placeCues } from '../../src/lib/album/cue/place-cues.ts'
import { cueTime, largestCueBytes, readCue } from '../../src/lib/album/cue/read-cue.ts'
import type { AlbumTags, LeftFile } from '../../src/lib/album/found.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string | Uint8Array) => readCue(typeof text === 'string' ? bytesOf(text) : text)

const sheet = `REM GENRE Rock
REM DATE 2019
PERFORMER "Nova"
TITLE "Winter"
FILE "Winter.wav" WAVE
  TRACK 01 AUDIO
    TITLE "Snow"
    PERFORMER "Nova feat. Ada"
    ISRC DE-A45-83-00118
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    TITLE "Ice
    SONGWRITER "Lou Reed"
    REM COMPOSER "Ada Reed"
    INDEX 00 03:58:10
    INDEX 01 04:00:74
`

/** Places sheets beside files of these names, with their tags. */
function placed(music: Record<string, AlbumTags>, sheets: Record<string, string>) {
  const left: LeftFile[] = []
  const cues: Cues = new Map(Object.entries(sheets).map(([path, text]) => [path, read(text)]))
  const files = Object.entries(music).map(([path, tags]) => ({ path, bytes: 10, tags }))
  return { music: placeCues(files, cues, left), left }
}

const reasonOf = (text: string) => placed({ 'Winter.wav': { seconds: 600 } }, { 'Winter.cue': text })

test('a cue sheet says where tracks begin, what they are called and who made them', () => {
  expect(read(sheet)).toEqual({
    problem: null,
    sheet: {
      title: 'Winter',
      performer: 'Nova',
      date: '2019',
      files: [
        {
          name: 'Winter.wav',
          tracks: [
            { number: 1, from: 0, title: 'Snow', performer: 'Nova feat. Ada', isrc: 'DEA458300118' },
            { number: 2, from: 240 * 75 + 74, title: 'Ice', songwriter: 'Lou Reed', composer: 'Ada Reed' },
          ],
        },
      ],
    },
  })
  expect(cueTime(240 * 75 + 74)).toBe('04:00:74')
})

test('a cue sheet is read in the encoding in which it was written, as tags are', () => {
  const titles = (bytes: Uint8Array) =>
    readCue(bytes).sheet?.files.flatMap(({ tracks }) => tracks.map(({ title }) => title))
  const start = bytesOf('FILE "a.wav" WAVE\r\nTRACK 01 AUDIO\r\nTITLE "')
  const end = bytesOf('"\r\nINDEX 01 00:00:00\r\n')
  const of = (title: Uint8Array | number[]) => titles(Buffer.concat([start, Uint8Array.from(title), end]))
  expect(of(bytesOf('Čas'))).toEqual(['Čas'])
  expect(of([0x47, 0x72, 0xfc, 0xdf, 0x65])).toEqual(['Grüße'])
  // "Привет мир" in windows-1251, "こんにちは" in Shift JIS.
  expect(of([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0])).toEqual(['Привет мир'])
  expect(of([0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd])).toEqual(['こんにちは'])
  const wide = Buffer.from('\uFEFFFILE "a.wav" WAVE\nTRACK 01 AUDIO\nTITLE "Žár"\nINDEX 01 00:00:00\n', 'utf16le')
  expect(titles(wide)).toEqual(['Žár'])
  expect(titles(Buffer.concat([Uint8Array.from([0xef, 0xbb, 0xbf]), start, bytesOf('ü'), end]))).toEqual(['ü'])
})

test('sheets without a file or with times that make no sense are refused with the reason', () => {
  const track = (number: number, at: string) => `TRACK ${number} AUDIO\nINDEX 01 ${at}\n`
  const file = 'FILE "Winter.wav" WAVE\n'
  const reasons = [
    'PERFORMER "x"',
    track(1, '00:00:00'),
    file,
    `${file}${track(1, '00:10:00')}${track(2, '00:10:00')}`,
    `${file}${track(1, '00:10:00')}${track(2, '00:09:74')}`,
    `${file}${track(1, '00:61:00')}`,
    `${file}${track(1, '00:00:75')}`,
    `${file}${track(1, '-1:00:00')}`,
    `${file}${Array.from({ length: 300 }, (_, at) => track(at, `${at}:00:00`)).join('')}`,
    `${file}${Array.from({ length: 10_000 }, (_, at) => track(at, `${at}:00:00`)).join('')}`,
    `${file}${track(1, '00:00:00')}${track(2, '10:00:00')}`,
    `${' '.repeat(largestCueBytes)}${file}`,
    `FILE "Summer.wav" WAVE\n${track(1, '0:0:0')}FILE "Winter.wav" WAVE\n${track(2, '0:0:0')}`,
  ].map((text) => {
    const { music, left } = reasonOf(text)
    expect(music).toEqual([{ path: 'Winter.wav', bytes: 10, tags: { seconds: 600 } }])
    return left.map(({ why }) => why).join()
  })
  expect(reasons).toEqual([
    'a cue sheet that names no file',
    'a cue sheet that names no file',
    'a cue sheet that names no track',
    'a cue sheet in which track 2 does not begin after the one before it',
    'a cue sheet in which track 2 does not begin after the one before it',
    'a cue sheet with a time that cannot be read: track 1',
    'a cue sheet with a time that cannot be read: track 1',
    'a cue sheet with a time that cannot be read: track 1',
    'a cue sheet of more than 200 tracks',
    'a cue sheet of more than 200 KB',
    'a cue sheet with tracks after the end of its file',
    'a cue sheet of more than 200 KB',
    'a cue sheet of a file that is not here',
  ])
})

test('a sheet finds its files by name in its own folder alone, whatever path it gives', () => {
  const named = (name: string) => sheet.replace('Winter.wav', name)
  const cutOf = (name: string, files: string[], at = 'A/Winter.cue') => {
    const { music } = placed(Object.fromEntries(files.map((path) => [path, {}])), { [at]: named(name) })
    return music.filter(({ parts }) => parts).map(({ path }) => path)
  }
  expect(cutOf('Winter.wav', ['A/Winter.wav', 'B/Winter.wav'])).toEqual(['A/Winter.wav'])
  expect(cutOf('winter.WAV', ['A/Winter.flac', 'A/x.flac'])).toEqual(['A/Winter.flac'])
  expect(cutOf('C:\\Rips\\Winter.wav', ['A/Winter.wav', 'A/x.wav'])).toEqual(['A/Winter.wav'])
  expect(cutOf('../B/Winter.wav', ['B/Winter.wav'])).toEqual([])
  expect(cutOf('/etc/passwd', ['A/one.wav', 'A/two.wav'])).toEqual([])
  expect(cutOf('CDImage.wav', ['A/one.flac'])).toEqual(['A/one.flac'])
  expect(cutOf('CDImage.wav', ['A/Winter.flac', 'A/two.flac'])).toEqual(['A/Winter.flac'])
})

test('the words of a sheet go before the tags of its file; sides are cut each by itself', () => {
  const { music } = placed(
    { 'a.wav': { title: 'Whole side', album: 'Old', artist: 'Somebody' }, 'b.wav': {} },
    {
      'x.cue': `${sheet.replace('Winter.wav', 'a.wav')}FILE "b.wav" WAVE\nTRACK 03 AUDIO\nTITLE "Thaw"\nINDEX 01 00:00:00\n`,
    },
  )
  const tags = { album: 'Winter', albumArtist: 'Nova', year: 2019 }
  expect(music).toMatchObject([
    { tags: { ...tags, track: 1 }, parts: [{ title: 'Snow' }, { title: 'Ice' }] },
    { tags: { ...tags, track: 3, title: 'Thaw' } },
  ])
  expect(music[0]?.tags.title).toBeUndefined()
  expect(music[1]?.parts).toBeUndefined()
})

test('a second sheet of the same file is left out, and so is a sheet in the tags of a file that was cut before', () => {
  const twice = placed({ 'Winter.wav': {} }, { '1.cue': sheet, '2.cue': sheet })
  expect(twice.left).toEqual([{ path: '2.cue', why: 'a second cue sheet of the same file' }])
  const tagged = (seconds: number) => placed({ 'Winter.wav': { cue: sheet, seconds } }, {}).music[0]?.parts?.length
  expect([tagged(600), tagged(200)]).toEqual([2, undefined])
})
