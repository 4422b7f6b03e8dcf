import { partTitle } from '../../../../../src/lib/album/cue/parts.ts'
import { cueTime } from '../../../../../src/lib/album/cue/read-cue.ts'
import { type LeftFile, oneLine } from '../../../../../src/lib/album/found.ts'
import { groupBy } from '../../../../../src/lib/album/group-by.ts'
import { countTracks, type PlannedTape } from '../../../../../src/lib/album/plan-tapes.ts'
import { measureText } from '../../../../../src/lib/language/formats.ts'
import { say } from '../../../../../src/lib/language/say.ts'
import { tapeKinds } from '../../../../../src/lib/music/tape.ts'
import { mostFiles } from './folder-files.ts'

type PlanTableProps = {
  tapes: readonly PlannedTape[]
  left: readonly LeftFile[]
  /** Whether the folder has more files than are looked at. */
  isCut: boolean
  /** Called with another name under which the artist publishes. */
  onTakeBy: (name: string) => void
  onMake: () => void
  onCancel: () => void
}

const mostLeft = 50
const mostNames = 3

export const PlanTable = ({ tapes, left, isCut, onTakeBy, onMake, onCancel }: PlanTableProps) => (
  <section class="bring-plan" aria-labelledby="plan">
    <h3 id="plan">
      {tapes.length === 0
        ? say('There is no music of yours in it.')
        : say('It becomes {tapes, plural, one {# casset} other {# cassets}}', { tapes: tapes.length })}
    </h3>
    {isCut && (
      <p class="problem">
        {say(
          'The folder has more than {most} files; the first ones were looked at. Bring the folders in it one by one.',
          {
            most: measureText(mostFiles),
          },
        )}
      </p>
    )}
    {tapes.map((tape) => (
      <PlannedRow key={`${tape.folder} ${tape.name}`} tape={tape} />
    ))}
    {left.length > 0 && <LeftFiles left={left} isOpen={tapes.length === 0} />}
    {otherNames(left).map((name) => (
      <p key={name}>
        <button type="button" class="key" onClick={() => onTakeBy(name)}>
          {say('Take what is by “{name}” too', { name })}
        </button>
      </p>
    ))}
    <div class="acts">
      {tapes.length > 0 && (
        <button type="button" class="key go" onClick={onMake}>
          {tapes.length === 1 ? say('Make this casset') : say('Make these {tapes} cassets', { tapes: tapes.length })}
        </button>
      )}
      <button type="button" class="key" onClick={onCancel}>
        {tapes.length > 0 ? say('Cancel') : say('Close')}
      </button>
    </div>
  </section>
)

const shownChars = { day: 10, month: 7, year: 4 } as const

const dayText = ({ day, precision }: PlannedTape): string =>
  day === null ? say('no date') : day.slice(0, shownChars[precision])

/** A picture inside a file of music is offered once that file has arrived. */
function coverText({ cover }: PlannedTape): string {
  if (cover === null) return say('no cover')
  return cover.isInside ? say('no cover yet') : say('cover')
}

const PlannedRow = ({ tape }: { tape: PlannedTape }) => (
  <details>
    <summary>
      <b dir="auto">{tape.name}</b>{' '}
      <span class="mono">
        {[
          tapeKinds()[tape.kind],
          dayText(tape),
          say('{tracks, plural, one {# track} other {# tracks}}', { tracks: countTracks(tape.tracks) }),
          coverText(tape),
        ].join(' · ')}
      </span>
    </summary>
    <ol>
      {tape.tracks.flatMap(({ path, title, lyrics, parts }) =>
        parts === undefined
          ? [
              <li key={path} dir="auto">
                {title}{' '}
                <span class="mono">
                  {oneLine(path)}
                  {lyrics !== null && say(', with lyrics')}
                </span>
              </li>,
            ]
          : parts.map((part) => (
              <li key={`${path} ${part.from}`} dir="auto">
                {partTitle(part)}{' '}
                <span class="mono">{say('{file} from {time}', { file: oneLine(path), time: cueTime(part.from) })}</span>
              </li>
            )),
      )}
    </ol>
  </details>
)

/** The names that most of the files left out are by: a band, or the artist spelt otherwise. */
const otherNames = (left: readonly LeftFile[]): string[] =>
  [...groupBy(left, ({ by }) => by)]
    .flatMap(([name, { length }]) => (name === undefined ? [] : [{ name, length }]))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, mostNames)
    .map(({ name }) => name)

const LeftFiles = ({ left, isOpen }: { left: readonly LeftFile[]; isOpen: boolean }) => (
  <details open={isOpen}>
    <summary>{say('{files, plural, one {# file} other {# files}} left out', { files: left.length })}</summary>
    <ul>
      {left.slice(0, mostLeft).map(({ path, why }) => (
        <li key={path}>
          <span dir="auto">{oneLine(path)}</span> <span class="mono">{why}</span>
        </li>
      ))}
      {left.length > mostLeft && (
        <li>
          {say('and {moreFiles, plural, one {# more file} other {# more files}}', {
            moreFiles: left.length - mostLeft,
          })}
        </li>
      )}
    </ul>
  </details>
)
