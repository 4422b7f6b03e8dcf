import type { ImportPlan, ImportTape } from '../../casset/import/plan-import.ts'
import { type LeftFile, oneLine } from '../../lib/album/found.ts'
import { count } from '../../lib/count.ts'
import { tapeKinds } from '../../lib/tape.ts'

const mostNamed = 20

/** Returns the table of what becomes what, a line a tape and a line a track. */
export function planLines({ tapes }: ImportPlan, handle: string, root: string): string[] {
  if (tapes.length === 0) return [`There is no music of @${handle} in ${root}.`]
  return tapes.flatMap((tape) => [
    '',
    `${tape.name}  (${[tapeKinds()[tape.kind], dayWords(tape), count(tape.tracks.length, 'track')].join(', ')})`,
    `  ${placeWords(tape, handle)}`,
    `  ${tape.cover ? `cover: ${oneLine(tape.cover.path)}${tape.cover.isInside ? ', the picture in it' : ''}` : 'no cover'}`,
    ...(tape.price === null ? [] : [`  price in its manifest: ${oneLine(tape.price)}`]),
    ...tape.tracks.map(
      ({ title, path, lyrics, isNew }, index) =>
        `  ${String(index + 1).padStart(3)}. ${title}  ← ${oneLine(path)}${lyrics === null ? '' : ', with its lyrics'}${isNew ? '' : ' (imported before)'}`,
    ),
  ])
}

function dayWords({ day, isYearOnly }: ImportTape): string {
  if (day === null) return 'no date'
  return isYearOnly ? `${day.slice(0, 4)}, as the first of January: the day is not known` : day
}

function placeWords({ place, tracks }: ImportTape, handle: string): string {
  if (place.kind === 'known') {
    const isShown = place.isPublished && tracks.some(({ isNew }) => isNew)
    return `goes on a tape that an earlier import made${isShown ? ', and is heard at once: that tape is published' : ''}`
  }
  return place.kind === 'first'
    ? `becomes your first tape: /@${handle}`
    : `becomes a new tape: /@${handle}/${place.word}`
}

/** Returns the files that were left out, by their reason. */
export function leftLines(left: readonly LeftFile[]): string[] {
  if (left.length === 0) return ['']
  const byReason = Map.groupBy(left, ({ why }) => why)
  return [
    '',
    `${count(left.length, 'file')} left out:`,
    ...[...byReason].flatMap(([why, files]) => [
      `  ${oneLine(why)}`,
      ...files.slice(0, mostNamed).map(({ path }) => `    ${oneLine(path)}`),
      ...(files.length > mostNamed ? [`    and ${count(files.length - mostNamed, 'more file')}`] : []),
    ]),
    '',
  ]
}
