import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { drawPicture } from '../../src/demo/art/picture.ts'
import { ARTISTS } from '../../src/demo/artists.ts'
import { chordAt, layOut } from '../../src/demo/song/form.ts'
import { readPattern } from '../../src/demo/song/pattern.ts'
import { renderSong, type Song } from '../../src/demo/song/song.ts'
import { openStudio, singParts } from '../../src/demo/song/studio.ts'
import { readChord, readProgression, voiceChord } from '../../src/demo/synth/chord.ts'
import { SAMPLE_RATE, type Stereo } from '../../src/demo/synth/stereo.ts'
import { channelWeights, loudnessMeter } from '../../src/lib/audio/loudness.ts'
import { temporaryFolder } from '../support/process.ts'
import { program } from '../support/program.ts'

/** The heart of a song in a few seconds: the first bars of its fullest section. */
function excerpt<S extends Song>(song: S, bars: number): S {
  const fullest = song.form.toSorted((one, other) => other.play.length - one.play.length)[0]
  return { ...song, form: fullest ? [{ ...fullest, bars }] : [], tailSec: 1 }
}

function measure({ left, right }: Stereo) {
  const meter = loudnessMeter(SAMPLE_RATE, channelWeights(2, false))
  meter.push([left, right])
  let peak = 0
  for (const samples of [left, right]) for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return { lufs: meter.integrated(), peak, isSound: left.every(Number.isFinite) && right.every(Number.isFinite) }
}

// A bar of eight beats takes as long to play as four others.
const QUICKER = 4

const GENRES = ARTISTS.map((artist) => [artist.genre, artist.tracks[0].song] as const)

describe('a song', () => {
  test.each(GENRES)('%s: is loud enough, never at the limit, and ends in silence', (_, song) => {
    // A dub takes two bars to be as loud as it gets.
    const played = renderSong(excerpt(song, song.genre === 'dub' ? 2 : 1))
    const { lufs, peak, isSound } = measure(played)
    expect(isSound).toBe(true)
    expect(peak).toBeLessThanOrEqual(0.84 + 1e-6)
    expect(peak).toBeGreaterThan(0.3)
    expect(lufs).toBeGreaterThan(-20)
    expect(lufs).toBeLessThan(-11)
    for (const samples of [played.left, played.right]) {
      expect(Math.abs(samples[0] ?? 1)).toBe(0)
      expect(Math.abs(samples.at(-1) ?? 1)).toBe(0)
    }
  })

  test.each(GENRES)('%s: the same seed gives the same samples, another seed others', (_, song) => {
    const short = { ...excerpt(song, 1), tailSec: 0 }
    const [first, again, other] = [0, 0, 1].map((more) =>
      Bun.hash(renderSong({ ...short, bpm: short.bpm * QUICKER, seed: short.seed + more }).left),
    )
    expect([again === first, other === first]).toEqual([true, false])
  })

  test('is as long as its bars and its tail', () => {
    const song = { seed: 1, bpm: 120, beats: 4, tonic: 'C', scale: 'major', tailSec: 3 } as const
    const layout = layOut({ ...song, parts: { a: 'C | F G' }, form: [{ part: 'a', bars: 5, play: [] }] })
    expect(layout.seconds).toBe(13)
    expect(layout.bars.map(({ startSec, chords }) => [startSec, chords.map(({ name }) => name)])).toEqual([
      [0, ['C']],
      [2, ['F', 'G']],
      [4, ['C']],
      [6, ['F', 'G']],
      [8, ['C']],
    ])
  })

  test('that slows down takes longer over its last four bars, and only over those', () => {
    const song = { seed: 1, bpm: 60, beats: 1, tonic: 'C', scale: 'major', tailSec: 0, slowing: 1 } as const
    const layout = layOut({ ...song, parts: { a: 'C' }, form: [{ part: 'a', bars: 6, play: [] }] })
    expect(layout.bars.map(({ lengthSec }) => lengthSec)).toEqual([1, 1, 1.0625, 1.25, 1.5625, 2])
  })

  test('that names a part it does not have is refused', () => {
    const song = { seed: 1, bpm: 60, beats: 4, tonic: 'C', scale: 'major', tailSec: 0 } as const
    const form = [{ part: 'bridge', bars: 1, play: [] }]
    expect(() => layOut({ ...song, parts: { a: 'C' }, form })).toThrow('no part is called bridge')
  })

  test('is sung within the range of its voice, and closes each phrase on a tone of the chord', () => {
    for (const { tracks } of ARTISTS) {
      for (const { song } of tracks) {
        if (!('singer' in song)) continue
        const layer = song.genre === 'waltz' ? 'box' : 'lead'
        const sung = singParts<string>(openStudio<string>(song), song, layer)
        expect(sung.length).toBeGreaterThan(20)
        for (const { note } of sung) {
          expect(note.midi).toBeGreaterThanOrEqual(song.singer.low - 3)
          expect(note.midi).toBeLessThanOrEqual(song.singer.high + 3)
        }
        const closing = sung.filter(({ note }, index) => note.bar % 4 === 3 && sung[index + 1]?.note.bar !== note.bar)
        for (const { note, bar } of closing) expect(chordAt(bar, note.at).tones).toContain(note.midi % 12)
      }
    }
  })
})

describe('what songs are written in', () => {
  test('a pattern: digits are strokes, dashes hold, dots rest', () => {
    expect(readPattern('9-.3')).toEqual([
      { at: 0, length: 0.5, force: 1 },
      { at: 0.75, length: 0.25, force: 1 / 3 },
    ])
  })

  test('a chord: its name, its bass, its tones', () => {
    expect(readChord('Dm9')).toEqual({ name: 'Dm9', bass: 2, tones: [2, 5, 9, 0, 4] })
    expect(readChord('F/A')).toEqual({ name: 'F/A', bass: 9, tones: [5, 9, 0] })
    expect(readChord('Bbmaj7')).toEqual({ name: 'Bbmaj7', bass: 10, tones: [10, 2, 5, 9] })
    expect(() => readChord('H7')).toThrow('no chord is called H7')
    expect(() => readChord('Cwrong')).toThrow('no chord is called Cwrong')
  })

  test('a progression: bars between strokes, chords between spaces', () => {
    const names = readProgression('Dm9 | G13 | Em7 A7').map((bar) => bar.map(({ name }) => name))
    expect(names).toEqual([['Dm9'], ['G13'], ['Em7', 'A7']])
  })

  test('voicings move little from chord to chord and stay where they are wanted', () => {
    let before: number[] = []
    for (const name of ['Dm9', 'G13', 'Cmaj9', 'A7b13', 'Fm9', 'Bb13']) {
      const voicing = voiceChord(readChord(name), 60, before)
      expect(voicing).toEqual(voicing.toSorted((one, other) => one - other))
      const middle = voicing.reduce((sum, midi) => sum + midi, 0) / voicing.length
      expect(Math.abs(middle - 60)).toBeLessThan(6)
      for (const midi of before)
        expect(Math.min(...voicing.map((next) => Math.abs(next - midi)))).toBeLessThanOrEqual(4)
      before = voicing
    }
  })
})

test('a render by the child is the same each time, in a file that appears whole', async () => {
  using folder = temporaryFolder()
  const [artist] = ARTISTS
  if (!artist) throw new Error('the demo has nobody')
  const render = (...args: string[]) =>
    Bun.spawn([...program, '__render', ...args], { stdout: 'ignore', stderr: 'ignore', env: {} }).exited
  const path = join(folder.path, 'a.png')
  expect(await render('picture', artist.handle, 'now', path)).toBe(0)
  expect(await render('track', 'no-such-track', 'later', join(folder.path, 'b.flac'))).not.toBe(0)
  expect(await readdir(folder.path)).toEqual(['a.png'])
  expect(Bun.hash(await Bun.file(path).bytes())).toBe(Bun.hash(drawPicture(artist)))
})
