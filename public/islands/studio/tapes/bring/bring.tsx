import { useSignal } from '@preact/signals'
import type { LeftFile } from '../../../../../src/lib/album/found.ts'
import type { PlannedTape } from '../../../../../src/lib/album/plan-tapes.ts'
import { say } from '../../../../../src/lib/language/say.ts'
import { ZipProblem } from '../../../../../src/lib/zip/zip-problem.ts'
import { Icon } from '../../../../lib/icon.tsx'
import { redraw } from '../../../../lib/redraw.ts'
import { Said } from '../../../../lib/said.tsx'
import '../../../../lib/signed-in-parts.ts'
import { useDrop } from '../../../../lib/use-drop.ts'
import { UploadHint, UploadList } from '../../upload/upload-list.tsx'
import type { Taking } from '../../upload/uploads.ts'
import { chosenFolder, chosenZips, droppedFolder, type GivenFolder } from './folder-files.ts'
import { type MadeTape, makeTapes } from './make-tapes.ts'
import { planFolder } from './plan-folder.ts'
import { PlanTable } from './plan-table.tsx'

export type BringProps = { names: readonly string[]; taking: Taking }

type Planned = { given: GivenFolder; names: readonly string[]; tapes: PlannedTape[]; left: readonly LeftFile[] }

export default function Bring({ names, taking }: BringProps) {
  const busy = useSignal('')
  const at = useSignal('')
  const planned = useSignal<Planned | null>(null)
  const made = useSignal<readonly MadeTape[]>([])
  // `known`: the artist's names, and others that they said are theirs.
  const look = async (folder: GivenFolder | Promise<GivenFolder | null>, known = names) => {
    planned.value = null
    made.value = []
    const tell = (done: number, of: number) => {
      at.value = say('Looking at file {done} of {of}…', { done: done + 1, of })
    }
    busy.value = say('Looking…')
    try {
      const given = await folder
      if (given === null) {
        busy.value = say('Drop a folder or a zip here. Add single files on the page of a casset.')
        return
      }
      planned.value = { given, names: known, ...(await planFolder(given, { names: known, taking, tell })) }
      busy.value = ''
      at.value = ''
    } catch (error) {
      at.value = ''
      busy.value = error instanceof ZipProblem ? error.message : say('This could not be read. Try it again.')
    }
  }
  const isOver = useDrop((transfer) => void look(droppedFolder(transfer)))
  const make = async ({ given, tapes }: Planned) => {
    planned.value = null
    busy.value = say('Making the cassets…')
    await makeTapes(tapes, given, taking, (tape) => {
      made.value = [...made.value, tape]
      void redraw('.sleeves')
    })
    busy.value = ''
  }
  return (
    <div class="bring">
      <div class="zone" data-over={isOver.value || undefined}>
        <p class="hand">{say('Albums on your disk?')}</p>
        <div class="acts">
          <label class="key">
            <input
              class="sr"
              type="file"
              multiple
              ref={(input) => input?.setAttribute('webkitdirectory', '')}
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])]
                currentTarget.value = ''
                if (files.length > 0) void look(chosenFolder(files))
              }}
            />
            <Icon name="add" />
            {say('Choose a folder')}
          </label>
          <label class="key">
            <input
              class="sr"
              type="file"
              multiple
              accept=".zip,application/zip"
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])]
                currentTarget.value = ''
                if (files.length > 0) void look(chosenZips(files))
              }}
            />
            <Icon name="add" />
            {say('Choose a zip')}
          </label>
          <span>{say('or drop one anywhere here')}</span>
        </div>
        <p class="mono">
          {say('Each album in it becomes a casset. You see a list first; nothing is sent before you agree.')}
        </p>
        <Said class="mono">{busy}</Said>
        <p class="mono">{at}</p>
        <UploadList />
      </div>
      {planned.value && (
        <PlanTable
          {...planned.value}
          isCut={planned.value.given.isCut}
          onTakeBy={(name) => planned.value && void look(planned.value.given, [...planned.value.names, name])}
          onMake={() => planned.value && void make(planned.value)}
          onCancel={() => {
            planned.value = null
          }}
        />
      )}
      {made.value.length > 0 && <MadeTapes made={made.value} />}
    </div>
  )
}

const MadeTapes = ({ made }: { made: readonly MadeTape[] }) => (
  <section aria-labelledby="brought">
    <h3 id="brought">{say('{tapes, plural, one {# casset} other {# cassets}}', { tapes: made.length })}</h3>
    <UploadHint />
    <p class="hint">{say('Nobody sees a new casset until you publish it.')}</p>
    <ul class="lines">
      {made.map(({ name, slug, problem }) => (
        <li key={`${slug} ${name}`}>
          {slug === null ? name : <a href={`/studio/tapes/${slug}`}>{name}</a>}{' '}
          {problem !== null && <span class="problem">{problem}</span>}
        </li>
      ))}
    </ul>
  </section>
)
