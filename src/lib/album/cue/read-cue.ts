import { decodeText } from '../../encoding/decode-text.ts'
import { lettersOf, type MendText, menderOf } from '../../encoding/mend-text.ts'
import { say } from '../../language/say.ts'
import { oneLine } from '../found.ts'

/** Cue sheets count time in these parts of a second. */
export const cueFramesPerSec = 75

export const largestCueBytes = 200_000
/** The most tracks that are cut out of one file. */
export const mostParts = 200

/** A track of a cue sheet; `from` is where it begins in its file, in frames of a 75th second. */
export type CueTrack = {
  number: number
  from: number
  title?: string
  performer?: string
  songwriter?: string
  composer?: string
  isrc?: string
}

/** Returns a time as sheets write it: minutes, seconds and frames. */
export function cueTime(frames: number): string {
  const seconds = Math.floor(frames / cueFramesPerSec)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}:${two(frames % cueFramesPerSec)}`
}

export type CueFile = { name: string; tracks: CueTrack[] }

export type CueSheet = { title?: string; performer?: string; date?: string; files: CueFile[] }

export type ReadCue = { sheet: CueSheet; problem: null } | { sheet: null; problem: string }

const refused = (problem: string): ReadCue => ({ sheet: null, problem })

/** Reads a cue sheet in any encoding (rule: text-of-tags). */
export function readCue(bytes: Uint8Array): ReadCue {
  if (bytes.length > largestCueBytes) {
    return refused(say('a cue sheet of more than {most} KB', { most: largestCueBytes / 1_000 }))
  }
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const isWide = isMarked || bytes.subarray(0, 400).filter((byte) => byte === 0).length > 20
  return isWide ? readCueText(decodeText(bytes)) : readLines(lettersOf(bytes).replace(/^\xef\xbb\xbf/, ''), true)
}

/** Reads a cue sheet that is text already, such as one in a tag. */
export const readCueText = (text: string): ReadCue => readLines(text.slice(0, largestCueBytes), false)

const command = /^\s*(?<name>[A-Za-z]+)(?:\s+(?<rest>.*?))?\s*$/s
const remark = /^(?<name>[A-Za-z]+)\s+(?<rest>.+)$/s
const indexAt = /^(?<index>\d{1,2})\s+(?<min>\d{1,4}):(?<sec>\d{1,2})[:.](?<frame>\d{1,2})$/

/** A line's words, with or without quotes; some programs forget the last quote. */
const wordsOf = (rest: string): string => /^"(?<words>[^"]*)"?/.exec(rest)?.groups?.words ?? rest

/** A file's name is followed by its kind: FILE "Side A.wav" WAVE, or FILE Side.wav WAVE. */
const nameOfFile = (rest: string): string =>
  /^"/.test(rest) ? wordsOf(rest) : rest.replace(/\s+(?:WAVE|MP3|AIFF|BINARY|MOTOROLA|FLAC|APE|OGG)$/i, '')

type Line = { name: string; rest: string }

function readLines(text: string, isRaw: boolean): ReadCue {
  const lines = text.split(/\r\n?|\n/).flatMap((line): Line[] => {
    const { name, rest = '' } = command.exec(line)?.groups ?? {}
    return name === undefined ? [] : [{ name: name.toUpperCase(), rest }]
  })
  const said = lines.filter(({ name }) => /^(?:FILE|TITLE|PERFORMER|SONGWRITER)$/.test(name))
  const mend = isRaw ? menderOf(said.map(({ rest }) => rest)) : undefined
  const reader = new CueReader(mend ?? ((value) => value))
  for (const line of lines) {
    const problem = reader.take(line)
    if (problem !== null) return refused(problem)
  }
  return reader.sheet()
}

class CueReader {
  readonly #mend: MendText
  readonly #about: Pick<CueSheet, 'title' | 'performer' | 'date'> = {}
  readonly #files: CueFile[] = []
  #track: CueTrack | undefined
  /** Whether the track at hand waits for where it begins; one of data never begins. */
  #isWaiting = false
  #count = 0

  constructor(mend: MendText) {
    this.#mend = mend
  }

  /** Takes the next line; what nobody needs is passed over. Returns why the sheet is refused. */
  take({ name, rest }: Line): string | null {
    if (name === 'FILE') this.#files.push({ name: this.#words(nameOfFile(rest)) ?? '', tracks: [] })
    else if (name === 'TRACK') return this.#open(rest)
    else if (name === 'INDEX') return this.#begin(rest)
    else if (name === 'TITLE') this.#keep('title', rest)
    else if (name === 'PERFORMER') this.#keep('performer', rest)
    else if (name === 'SONGWRITER') this.#keep('songwriter', rest)
    else if (name === 'ISRC' && this.#track) this.#track.isrc = wordsOf(rest).replace(/[-\s]/g, '').toUpperCase()
    else if (name === 'REM') this.#remark(rest)
    return null
  }

  sheet(): ReadCue {
    const files = this.#files.filter(({ tracks }) => tracks.length > 0)
    if (this.#files.length === 0) return refused(say('a cue sheet that names no file'))
    if (files.length === 0) return refused(say('a cue sheet that names no track'))
    return { sheet: { ...this.#about, files }, problem: null }
  }

  #open(rest: string): string | null {
    const { number, kind = '' } = /^(?<number>\d{1,4})(?:\s+(?<kind>\S+))?/.exec(rest)?.groups ?? {}
    if (number === undefined || this.#files.length === 0) return say('a cue sheet that names no file')
    this.#count += 1
    if (this.#count > mostParts) return say('a cue sheet of more than {most} tracks', { most: mostParts })
    this.#track = { number: Number(number), from: 0 }
    this.#isWaiting = /^AUDIO$/i.test(kind)
    return null
  }

  /** INDEX 01 is where a track begins; the pause before it, INDEX 00, belongs to the one before. */
  #begin(rest: string): string | null {
    const { index, min, sec, frame } = indexAt.exec(rest)?.groups ?? {}
    const track = this.#track
    const file = this.#files.at(-1)
    const at = (Number(min) * 60 + Number(sec)) * cueFramesPerSec + Number(frame)
    if (!track || !file) return null
    if (index === undefined || Number(sec) > 59 || Number(frame) >= cueFramesPerSec) {
      return say('a cue sheet with a time that cannot be read: track {number}', { number: track.number })
    }
    if (Number(index) !== 1 || !this.#isWaiting) return null
    const before = file.tracks.at(-1)
    if (before && at <= before.from) {
      return say('a cue sheet in which track {number} does not begin after the one before it', {
        number: track.number,
      })
    }
    track.from = at
    file.tracks.push(track)
    this.#isWaiting = false
    return null
  }

  #keep(what: 'title' | 'performer' | 'songwriter', rest: string): void {
    const words = this.#words(wordsOf(rest))
    if (words === undefined) return
    if (this.#track) this.#track[what] = words
    else if (what !== 'songwriter') this.#about[what] = words
  }

  #remark(rest: string): void {
    const { name, rest: value = '' } = remark.exec(rest)?.groups ?? {}
    const words = this.#words(wordsOf(value))
    if (words === undefined) return
    if (/^DATE$/i.test(name ?? '') && !this.#track) this.#about.date = words
    if (/^COMPOSER$/i.test(name ?? '') && this.#track) this.#track.composer = words
  }

  #words(text: string): string | undefined {
    const words = oneLine(this.#mend(text) ?? '')
    return words === '' ? undefined : words
  }
}
