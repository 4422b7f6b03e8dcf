import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TagLib } from 'taglib-wasm'
import { downloadPath, packedFor } from '../support/casset/download.ts'
import { fixture, uploadTrack } from '../support/casset/upload.ts'
import { startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

/**
 * A sampler in every format that has tags, uploaded, bought and opened in readers that nobody here
 * made: mutagen (Debian's python3-mutagen), ffprobe and TagLib. All of them have to read of each
 * file what its master said. `bun test/soak/tags.ts`.
 */
const masters = [
  'mp3-no-tag.mp3',
  'wav-16.wav',
  'aiff-16.aiff',
  'flac-16.flac',
  'vorbis.ogg',
  'opus.opus',
  'm4a-plain.m4a',
]
const python = '/usr/bin/python3'

const mutagen = `
import json, sys, mutagen
tags = mutagen.File(sys.argv[1]).tags
def first(*names):
    for name in names:
        if name in tags:
            value = tags[name]
            return value if isinstance(value, list) else value.text if hasattr(value, 'text') else [value]
    return []
def line(*names):
    return '; '.join(str(each) for each in first(*names))
track = first('TRCK', 'tracknumber', 'trkn')
print(json.dumps({
    'title': line('TIT2', 'title', '\\xa9nam'),
    'artist': line('TPE1', 'artist', '\\xa9ART'),
    'album': line('TALB', 'album', '\\xa9alb'),
    'track': int(str(track[0][0] if isinstance(track[0], tuple) else track[0]).split('/')[0]),
}))
`

type Read = { title: string; artist: string; album: string; track: number }

async function printed(command: string[]): Promise<string> {
  const run = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  return await new Response(run.stdout).text()
}

async function byFfprobe(path: string): Promise<Read> {
  const shown = ['-show_entries', 'format_tags:stream_tags', '-of', 'json']
  const { format, streams } = Object(JSON.parse(await printed(['ffprobe', '-v', 'error', ...shown, path])))
  const tags = Object.entries({ ...Object(streams?.[0]).tags, ...Object(format).tags })
  const of = (name: string) => String(tags.find(([key]) => key.toLowerCase() === name)?.[1] ?? '')
  return { title: of('title'), artist: of('artist'), album: of('album'), track: Number.parseInt(of('track'), 10) }
}

const taglib = await TagLib.initialize()

async function byTagLib(path: string): Promise<Read> {
  using file = await taglib.open(path)
  const { title, artist, album, trackNumber } = file.properties()
  const of = (values: readonly string[] | undefined) => (values ?? []).join('; ')
  return { title: of(title), artist: of(artist), album: of(album), track: Number.parseInt(of(trackNumber), 10) }
}

const readers: Readonly<Record<string, (path: string) => Promise<Read>>> = {
  mutagen: async (path) => JSON.parse(await printed([python, '-c', mutagen, path])),
  ffprobe: byFfprobe,
  TagLib: byTagLib,
}

const artists = (at: number) => (at % 2 === 0 ? ['Mara Velo'] : ['Mara Velo', 'Björk & Lou', '上原'])
const titleOf = (name: string) => `Über ${name} — 雪`

await using svc = await startServer()
const nova = cast(svc.ctx, 'nova', { name: 'Label sampler' })
const folder = await mkdtemp(join(tmpdir(), 'tapedeck-tags-'))
for (const [at, name] of masters.entries()) {
  const path = join(folder, name)
  await Bun.write(path, await fixture(name))
  using file = await taglib.open(path)
  file.setProperties({
    title: [titleOf(name)],
    artist: artists(at),
    albumArtist: ['Various Artists'],
    album: ['Label sampler'],
    trackNumber: [String(at + 1)],
  })
  file.saveToFile(path)
  const { status } = await uploadTrack(svc, nova, await Bun.file(path).bytes(), name)
  if (status !== 201) throw new Error(`${name} was answered with ${status}.`)
}
await svc.ctx.jobs.idle()
await svc.call('POST', `/api/studio/casset/${nova.cassetId}/file-tags`, { cookie: nova.cookie })
const bought = await packedFor(svc, nova, downloadPath('nova', 'tagged'))

let failed = 0
for (const [name, bytes] of bought) {
  const at = masters.findIndex((master) => name.includes(master.split('.')[0] ?? '') && name.endsWith(master.slice(-4)))
  if (at < 0) continue
  const path = join(folder, `bought-${masters[at]}`)
  await Bun.write(path, bytes)
  for (const [reader, read] of Object.entries(readers)) {
    const got = await read(path)
    const names = artists(at)
    // Players show one line; readers that know several values have each of them.
    const isArtist = names.every((artist) => got.artist.includes(artist))
    const isRight =
      got.title === titleOf(masters[at] ?? '') && isArtist && got.album === 'Label sampler' && got.track === at + 1
    if (!isRight) failed += 1
    console.log(`${isRight ? 'ok' : 'FAILED'} ${reader} ${masters[at]}${isRight ? '' : ` ${JSON.stringify(got)}`}`)
  }
}
await rm(folder, { recursive: true, force: true })
console.log(`${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
