import { type LyricsLine as Line, readLyrics as readLines } from '../../src/lib/music/read-lyrics.ts'
import type { LyricLine } from './scene.ts'

/** The part of a track that a clip shows, in seconds of the track. */
export type HookPart = { startSec: number; durationSec: number; trackSec: number }

const mostProposed = 8
/** The first line may have begun before the hook. */
function timedWithin(lines: readonly Line[], { startSec, durationSec }: HookPart): LyricLine[] {
  const timed = lines.flatMap(({ atSec, text }) => (atSec === null ? [] : [{ atSec: atSec - startSec, text }]))
  const begun = timed.filter(({ atSec }) => atSec <= 0).at(-1)
  const within = timed.filter(({ atSec }) => atSec > 0 && atSec < durationSec)
  return begun === undefined || begun.text === '' ? within : [{ ...begun, atSec: 0 }, ...within]
}

const spell = (second: number) => {
  const hundredths = Math.round(second * 100)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `[${Math.floor(hundredths / 6000)}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}]`
}

/**
 * Returns the lyrics that are proposed for a track's hook. With times, those of the hook; without,
 * a share of the lines as large as the hook's share of the track, from where it begins.
 */
export function proposeLyrics(lyrics: string | null, hook: HookPart): string {
  const lines = readLines(lyrics ?? '')
  if (lines.some(({ atSec }) => atSec !== null)) {
    return timedWithin(lines, hook)
      .map(({ atSec, text }) => `${spell(atSec + hook.startSec)} ${text}`.trim())
      .join('\n')
  }
  const perSec = hook.trackSec > 0 ? lines.length / hook.trackSec : 0
  const from = Math.min(lines.length - 1, Math.floor(hook.startSec * perSec))
  const count = Math.min(mostProposed, Math.ceil(hook.durationSec * perSec))
  return lines
    .slice(Math.max(0, from), Math.max(0, from) + count)
    .map(({ text }) => text)
    .join('\n')
}

/** Without any times the lines are spread evenly over the clip. */
export function placeLyrics(lyrics: string, hook: HookPart): LyricLine[] {
  const lines = readLines(lyrics)
  if (lines.some(({ atSec }) => atSec !== null)) return timedWithin(lines, hook)
  return lines.map(({ text }, index) => ({ atSec: (index / lines.length) * hook.durationSec, text }))
}

export function lyricsAt(lyrics: readonly LyricLine[], second: number): { now: string; next: string } {
  const index = lyrics.findLastIndex(({ atSec }) => atSec <= second)
  return { now: lyrics[index]?.text ?? '', next: lyrics[index + 1]?.text ?? '' }
}
