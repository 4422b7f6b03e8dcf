import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { dayMs } from '../../../../src/lib/time/calendar.ts'
import { spokenHour } from '../../../../src/lib/time/spoken-hour.ts'
import type { PartyShape } from '../../../../src/room/party/model.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { go } from '../../../lib/go.ts'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import { readWallTime, useWallTime, WallTimeFields } from '../../../lib/wall-time.tsx'

export type StudioPartyProps = {
  cassetId: string
  slug: string
  name: string
  artist: string
  /** The one that has not ended. */
  party: PartyShape | null
  /** Whether it is a preorder, of which tracks can be opened at the party. */
  isPreorder: boolean
}

/** Announces a listening party, moves it and ends it (rule: listening-parties). */
export default function StudioParty({ cassetId, slug, name, artist, isPreorder, ...begun }: StudioPartyProps) {
  const party = useSignal(begun.party)
  const isWriting = useSignal(false)
  const ending = useSignal<{ isOn: boolean } | null>(null)
  const { value: known } = party
  const isOn = known?.state === 'on'
  const time = useWallTime(known ? Date.parse(known.startsAt) : Date.now() + dayMs, known?.zone)
  const opensTracks = useSignal(known?.opensTracks ?? false)
  const problem = useSignal('')
  const save = async (startsAt: string | null) => {
    const { data, error } = await api.studio
      .casset({ id: cassetId })
      .party.put({ startsAt, zone: time.zone.value, opensTracks: opensTracks.value })
    problem.value = error ? troubleOf(error).text : ''
    if (!data) return
    party.value = data.party
    isWriting.value = false
    focusOn('#party-title')
  }
  const writeLetter = async ({ startsAt, zone }: PartyShape) => {
    const begun = await api.studio.letters.post({})
    const hour = `${spokenHour(Date.parse(startsAt), zone, Date.now())} (${zone})`
    const answer = begun.data
      ? await api.studio.letters({ id: begun.data.letter.id }).patch({
          revision: begun.data.letter.revision,
          subject: say('Listening party for {name}', { name }),
          body: `${say('{hour}. {artist} plays it for everybody at once.', { hour, artist })}\n\n${location.origin}/@${slug}/sideb/party`,
        })
      : begun
    if (answer.data) go(`/studio/letters/${answer.data.letter.id}`)
    else problem.value = troubleOf(answer.error).text
  }
  const announce = () => {
    const startsAt = readWallTime(time, 'party-at', problem)
    if (startsAt !== null) void save(startsAt)
  }
  return (
    <section class="stack" aria-labelledby="party-title">
      <h2 id="party-title" tabIndex={-1}>
        {say('Listening party')}
      </h2>
      {known ? (
        <p>
          <a href={`/@${slug}/sideb/party`}>
            {spokenHour(Date.parse(known.startsAt), known.zone, Date.now())} ({known.zone})
          </a>
          {known.guests > 0 &&
            ` · ${say('{guests, plural, one {# person} other {# people}} will be there', { guests: known.guests })}`}
        </p>
      ) : (
        <p class="hint">
          {say('Say when. Your followers are told, and at the hour the record starts for everybody, even without you.')}
        </p>
      )}
      {isWriting.value ? (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault()
            announce()
          }}
        >
          <WallTimeFields time={time} id="party-at" problemId="party-problem" />
          {isPreorder && (
            <label class="field">
              <span>
                <input
                  type="checkbox"
                  checked={opensTracks.value}
                  onChange={({ currentTarget }) => {
                    opensTracks.value = currentTarget.checked
                  }}
                />{' '}
                {say('People who ordered hear the tracks that are not open yet')}
              </span>
            </label>
          )}
          <div class="acts">
            <button type="submit" class="key go">
              {say('Announce it')}
            </button>
            <button type="button" class="key" onClick={() => void save(null)}>
              {say('Begin now')}
            </button>
          </div>
        </form>
      ) : (
        <div class="acts">
          {!isOn && (
            <button
              type="button"
              class="key needs-js"
              onClick={() => {
                isWriting.value = true
                focusOn('#party-at')
              }}
            >
              {known ? say('Change it') : say('Schedule')}
            </button>
          )}
          {known && !isOn && (
            <button type="button" class="key needs-js" onClick={() => void writeLetter(known)}>
              {say('Write a letter about it')}
            </button>
          )}
          {known && (
            <button
              type="button"
              class="key needs-js"
              onClick={() => {
                ending.value = { isOn }
              }}
            >
              {isOn ? say('End it') : say('Call it off')}
            </button>
          )}
        </div>
      )}
      <Said role="alert" class="problem" id="party-problem">
        {problem}
      </Said>
      <AskDialog
        about={ending}
        title={() => say('End the party?')}
        keep={say('Not yet')}
        go={isOn ? say('End it') : say('Call it off')}
        act={async () => {
          const { error } = await api.studio.casset({ id: cassetId }).party.delete()
          if (error) return troubleOf(error)
          party.value = null
          return null
        }}
        after={() => focusOn('#party-title')}
      >
        {({ isOn: stops }) => (
          <p>
            {stops
              ? say('The record stops for everybody.')
              : say('Everybody who was told of it is told that it was called off.')}
          </p>
        )}
      </AskDialog>
    </section>
  )
}
