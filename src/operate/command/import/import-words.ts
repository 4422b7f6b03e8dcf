import type { ImportPlan, ImportTape } from '../../../casset/import/plan-import.ts'
import { partTitle } from '../../../lib/album/cue/parts.ts'
import { cueTime } from '../../../lib/album/cue/read-cue.ts'
import { type LeftFile, oneLine } from '../../../lib/album/found.ts'
import { countTracks } from '../../../lib/album/plan-tapes.ts'
import { tapeKinds } from '../../../lib/music/tape.ts'
import { count } from '../../../lib/text/count.ts'

/** The most lines of a part of the report; with --all as many as there are. */
const mostLines = { tracks: 40, files: 20, reasons: 20 }
const all = { tracks: Infinity, files: Infinity, reasons: Infinity }

const mostFor = (isWhole: boolean) => (isWhole ? all : mostLines)

export function planLines({ tapes }: ImportPlan, handle: string, root: string, isWhole: boolean): string[] {
  const { tracks: most } = mostFor(isWhole)
  if (tapes.length === 0) return [`There is no music of @${handle} in ${root}.`]
  return tapes.flatMap((tape) => [
    '',
    `${tape.name}  (${[tapeKinds()[tape.kind], dayWords(tape), count(countTracks(tape.tracks), 'track')].join(', ')})`,
    `  ${placeWords(tape, handle)}`,
    `  ${tape.cover ? `cover: ${oneLine(tape.cover.path)}${tape.cover.isInside ? ', the picture in it' : ''}` : 'no cover'}`,
    ...(tape.price === null ? [] : [`  price in its manifest: ${oneLine(tape.price)}`]),
    ...trackLines(tape).slice(0, most),
    ...(countTracks(tape.tracks) > most ? [`       and ${count(countTracks(tape.tracks) - most, 'more track')}`] : []),
  ])
}

function trackLines({ tracks }: ImportTape): string[] {
  const lines = tracks.flatMap(({ title, path, lyrics, isNew, parts }) => {
    const ending = `${lyrics === null ? '' : ', with its lyrics'}${isNew ? '' : ' (imported before)'}`
    if (parts === undefined) return [`${title}  ← ${oneLine(path)}${ending}`]
    return parts.map((part) => `${partTitle(part)}  ← ${oneLine(path)} from ${cueTime(part.from)}${ending}`)
  })
  return lines.map((line, index) => `  ${String(index + 1).padStart(3)}. ${line}`)
}

function dayWords({ day, precision }: ImportTape): string {
  if (day === null) return 'no date'
  if (precision === 'month') return `${day.slice(0, 7)}, as its first day: the day is not known`
  return precision === 'year' ? `${day.slice(0, 4)}, as the first of January: the day is not known` : day
}

function placeWords({ place, tracks }: ImportTape, handle: string): string {
  if (place.kind === 'known') {
    const isShown = place.isPublished && tracks.some(({ isNew }) => isNew)
    return `goes on a casset that an earlier import made${isShown ? ', and is heard at once: that casset is published' : ''}`
  }
  return place.kind === 'first'
    ? `becomes your first casset: /@${handle}`
    : `becomes a new casset: /@${handle}/${place.word}`
}

/** Returns in one line what comes: it is read first where the table is long. */
export function sumLine({ tapes }: ImportPlan): string {
  const coming = tapes.flatMap(({ tracks }) => tracks.filter(({ isNew }) => isNew))
  const mb = Math.ceil(coming.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6)
  return `${count(tapes.length, 'casset')}, ${count(countTracks(coming), 'track')} to bring (${mb.toLocaleString('en')} MB).`
}

export function leftLines(left: readonly LeftFile[], isWhole: boolean): string[] {
  if (left.length === 0) return ['']
  const most = mostFor(isWhole)
  const byReason = [...Map.groupBy(left, ({ why }) => why)].toSorted(([, a], [, b]) => b.length - a.length)
  const rest = byReason.slice(most.reasons)
  return [
    '',
    `${count(left.length, 'file')} left out:`,
    ...byReason
      .slice(0, most.reasons)
      .flatMap(([why, files]) => [
        `  ${oneLine(why)}`,
        ...files.slice(0, most.files).map(({ path }) => `    ${oneLine(path)}`),
        ...(files.length > most.files ? [`    and ${count(files.length - most.files, 'more file')}`] : []),
      ]),
    ...(rest.length > 0
      ? [`  ${count(rest.length, 'more reason')} of ${count(rest.flatMap(([, files]) => files).length, 'file')}`]
      : []),
    '',
  ]
}
