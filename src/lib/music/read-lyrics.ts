const stamps = /\[(\d{1,3}):(\d{2}(?:[.:]\d{1,3})?)\]/g
/** The names in an LRC header, such as [ar:Nova], and the time stamps of single words. */
const header = /^\[[a-z#]+:.*\]$/i
const wordStamps = /<\d{1,3}:\d{2}(?:[.:]\d{1,3})?>/g

/** A line of lyrics, with the second of the track at which it begins if it says one. */
export type LyricsLine = { atSec: number | null; text: string }

/** Returns the lines of lyrics, plain or with LRC times; a line with several times is repeated. */
export function readLyrics(lyrics: string): LyricsLine[] {
  const lines = lyrics.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((raw): LyricsLine[] => {
    const text = raw.replace(stamps, '').replace(wordStamps, '').replace(/\s+/g, ' ').trim()
    const times = [...raw.matchAll(stamps)].map(([, minutes, seconds = '']) => {
      return Number(minutes) * 60 + Number(seconds.replace(':', '.'))
    })
    if (times.length > 0) return times.map((atSec) => ({ atSec, text }))
    return text === '' || header.test(text) ? [] : [{ atSec: null, text }]
  })
  return lines.toSorted((a, b) => (a.atSec ?? 0) - (b.atSec ?? 0))
}
