import { type Signal, useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import { api } from '../../lib/api.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { focusOn } from '../../lib/focus-on.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { readWallTime, useWallTime, WallTimeFields } from '../../lib/wall-time.tsx'
import type { CassetEditor } from './casset-editor.ts'
import { OpensAt } from './opens-at.tsx'

export function Opening({ editor }: { editor: CassetEditor }) {
  const { opensAt, opensZone = 'UTC', calledOffAt, sales, published, privacy } = editor.casset.value
  const isWriting = useSignal(false)
  const asked = useSignal<{ does: 'open' | 'call off' } | null>(null)
  const isHeld = opensAt === undefined && calledOffAt === undefined && sales.count > 0
  const isOut = published && privacy !== 'private'
  const key = (label: string, press: () => void) => (
    <button type="button" class="key" onClick={press}>
      {label}
    </button>
  )
  const write = () => {
    isWriting.value = true
    focusOn('#opens-at')
  }
  return (
    <section class="opening stack" aria-labelledby="opening-title">
      <h3 id="opening-title" tabIndex={-1}>
        {say('Opening')}
      </h3>
      {calledOffAt !== undefined && opensAt === undefined && (
        <p class="hint">
          {say(
            'The preorder was called off, and everybody gets their money back. Set a new time or open it, then publish it again.',
          )}
        </p>
      )}
      {opensAt !== undefined && (
        <p>
          <OpensAt opensAt={opensAt} zone={opensZone} />{' '}
          {sales.count === 0
            ? say('Nobody has ordered it yet.')
            : sales.count === 1
              ? say('It was ordered once.')
              : say('It was ordered {count} times.', { count: sales.count })}
        </p>
      )}
      {opensAt === undefined && calledOffAt === undefined && (
        <p class="hint">
          {isHeld
            ? say('People have this casset, so it stays open.')
            : `${isOut ? `${say('Out now.')} ` : ''}${say('Choose a date to take preorders.')}`}
        </p>
      )}
      {isWriting.value ? (
        <HourForm editor={editor} isWriting={isWriting} />
      ) : (
        <div class="acts">
          {!isHeld && key(opensAt === undefined ? say('Schedule') : say('Change it'), write)}
          {(opensAt !== undefined || calledOffAt !== undefined) &&
            key(say('Open it now'), () => {
              asked.value = { does: 'open' }
            })}
          {opensAt !== undefined &&
            key(say('Call it off'), () => {
              asked.value = { does: 'call off' }
            })}
        </div>
      )}
      <EndDialog asked={asked} editor={editor} />
    </section>
  )
}

const EndDialog = ({
  asked,
  editor,
}: {
  asked: Signal<{ does: 'open' | 'call off' } | null>
  editor: CassetEditor
}) => (
  <AskDialog
    about={asked}
    title={({ does }) => (does === 'open' ? say('Open it now?') : say('Call the preorder off?'))}
    keep={say('Not yet')}
    go={asked.value?.does === 'open' ? say('Open it') : say('Call it off')}
    act={async ({ does }) => {
      if (does === 'open') return editor.change({ opensAt: null })
      const { error } = await api.studio.casset({ id: editor.casset.value.id })['call-off'].post()
      if (error) return troubleOf(error)
      await editor.refresh()
      return null
    }}
    after={() => focusOn('#opening-title')}
  >
    {({ does }) => (
      <p>
        {does === 'open'
          ? say('Everybody who has it can then hear all of it, and is told. It cannot be closed again.')
          : say(
              'Everybody who ordered it gets a full refund and an email. The casset is unpublished and stays closed.',
            )}
      </p>
    )}
  </AskDialog>
)

function HourForm({ editor, isWriting }: { editor: CassetEditor; isWriting: Signal<boolean> }) {
  const { opensAt, opensZone, openTrackIds = [] } = editor.casset.value
  const isSet = opensAt !== undefined
  const wallTime = useWallTime(isSet ? Date.parse(opensAt) : Date.now() + 14 * dayMs, isSet ? opensZone : undefined)
  const open = useSignal<ReadonlySet<string>>(new Set(openTrackIds))
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const save = async () => {
    const at = readWallTime(wallTime, 'opens-at', problem)
    if (at === null) return
    isBusy.value = true
    const trouble = await editor.change({
      opensAt: at,
      opensZone: wallTime.zone.value,
      openTrackIds: editor.tracks.value.map(({ id }) => id).filter((id) => open.value.has(id)),
    })
    isBusy.value = false
    problem.value = trouble?.text ?? ''
    if (!trouble) isWriting.value = false
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy.value) void save()
      }}
    >
      <WallTimeFields time={wallTime} id="opens-at" problemId="opens-problem" />
      <fieldset class="field">
        <legend>{say('Open at once')}</legend>
        <p class="hint">{say('Everybody hears the hooks of these; people who order hear them in full.')}</p>
        {editor.tracks.value.map(({ id, title }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={open.value.has(id)}
              onChange={({ currentTarget }) => {
                const next = new Set(open.value)
                if (currentTarget.checked) next.add(id)
                else next.delete(id)
                open.value = next
              }}
            />{' '}
            <span dir="auto">{title}</span>
          </label>
        ))}
      </fieldset>
      <Said role="alert" class="problem" id="opens-problem">
        {problem}
      </Said>
      <div class="acts">
        <button type="submit" class="key go" aria-busy={isBusy.value}>
          {say('Save the time')}
        </button>
        <button
          type="button"
          class="key"
          onClick={() => {
            isWriting.value = false
          }}
        >
          {say('Leave it')}
        </button>
      </div>
    </form>
  )
}
