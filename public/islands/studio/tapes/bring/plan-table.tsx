import { type LeftFile, oneLine } from '../../../../../src/lib/album/found.ts'
import type { PlannedTape } from '../../../../../src/lib/album/plan-tapes.ts'
import { count } from '../../../../../src/lib/count.ts'
import { tapeKinds } from '../../../../../src/lib/tape.ts'

type PlanTableProps = {
  tapes: readonly PlannedTape[]
  left: readonly LeftFile[]
  /** Whether the folder has more files than are looked at. */
  isCut: boolean
  onMake: () => void
  onCancel: () => void
}

const mostLeft = 50

/** The table of what becomes what, before anything is sent. */
export const PlanTable = ({ tapes, left, isCut, onMake, onCancel }: PlanTableProps) => (
  <section class="bring-plan" aria-labelledby="plan">
    <h3 id="plan">
      {tapes.length === 0 ? 'There is no music of yours in it.' : `It becomes ${count(tapes.length, 'tape')}`}
    </h3>
    {isCut && <p class="problem">The folder has too many files; only the first ones were looked at.</p>}
    {tapes.map((tape) => (
      <PlannedRow key={`${tape.folder} ${tape.name}`} tape={tape} />
    ))}
    {left.length > 0 && <LeftFiles left={left} />}
    <div class="acts">
      {tapes.length > 0 && (
        <button type="button" class="key go" onClick={onMake}>
          Make {tapes.length === 1 ? 'this tape' : `these ${tapes.length} tapes`}
        </button>
      )}
      <button type="button" class="key" onClick={onCancel}>
        {tapes.length > 0 ? 'Cancel' : 'Close'}
      </button>
    </div>
  </section>
)

function dayText({ day, isYearOnly }: PlannedTape): string {
  if (day === null) return 'no date'
  return isYearOnly ? day.slice(0, 4) : day
}

/** A picture inside a file of music is offered once that file has arrived. */
function coverText({ cover }: PlannedTape): string {
  if (cover === null) return 'no cover'
  return cover.isInside ? 'no cover yet' : 'cover'
}

const PlannedRow = ({ tape }: { tape: PlannedTape }) => (
  <details>
    <summary>
      <b dir="auto">{tape.name}</b>{' '}
      <span class="mono">
        {[tapeKinds[tape.kind], dayText(tape), count(tape.tracks.length, 'track'), coverText(tape)].join(' · ')}
      </span>
    </summary>
    <ol>
      {tape.tracks.map(({ path, title, lyrics }) => (
        <li key={path} dir="auto">
          {title}{' '}
          <span class="mono">
            {oneLine(path)}
            {lyrics !== null && ', with lyrics'}
          </span>
        </li>
      ))}
    </ol>
  </details>
)

const LeftFiles = ({ left }: { left: readonly LeftFile[] }) => (
  <details>
    <summary>{count(left.length, 'file')} left out</summary>
    <ul>
      {left.slice(0, mostLeft).map(({ path, why }) => (
        <li key={path}>
          <span dir="auto">{oneLine(path)}</span> <span class="mono">{why}</span>
        </li>
      ))}
      {left.length > mostLeft && <li>and {count(left.length - mostLeft, 'more file')}</li>}
    </ul>
  </details>
)
