import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import type { RoomPatch } from '../../../../src/room/model.ts'
import { Said } from '../../../lib/said.tsx'
import type { ModerationState } from './moderation-state.ts'
import { WordList } from './word-list.tsx'

const pauses = () =>
  [
    { seconds: 0, text: say('Off') },
    { seconds: 5, text: say('5 seconds') },
    { seconds: 15, text: say('15 seconds') },
    { seconds: 30, text: say('30 seconds') },
    { seconds: 60, text: say('1 minute') },
    { seconds: 300, text: say('5 minutes') },
  ] as const

/** The settings of a room; each is saved by itself (rule: room-settings). */
export function Settings({ state }: { state: ModerationState }) {
  const problem = useSignal('')
  const { open, followersOnly, slowModeSec } = state.settings.value
  const change = async (patch: RoomPatch) => {
    problem.value = (await state.changeSettings(patch))?.text ?? ''
  }
  const isUnlisted = !pauses().some(({ seconds }) => seconds === slowModeSec)
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{say('Who can write')}</h2>
      <div class="form switches">
        <fieldset class="field stickers">
          <legend class="sr">{say('Who can write')}</legend>
          <label>
            <input
              type="checkbox"
              checked={open}
              onChange={({ currentTarget }) => void change({ open: currentTarget.checked })}
            />
            <span>
              <b>{say('Open for comments')}</b>
              <small>{say('When it is closed, people still listen together')}</small>
            </span>
          </label>
          <label>
            <input
              type="checkbox"
              checked={followersOnly}
              onChange={({ currentTarget }) => void change({ followersOnly: currentTarget.checked })}
            />
            <span>
              <b>{say('Followers only')}</b>
              <small>{say('Everybody reads, your followers write')}</small>
            </span>
          </label>
        </fieldset>
        <div class="field">
          <label for="slow-mode">{say('Slow mode')}</label>
          <select
            id="slow-mode"
            aria-describedby="slow-mode-hint"
            value={String(slowModeSec)}
            onChange={({ currentTarget }) => void change({ slowModeSec: Number(currentTarget.value) })}
          >
            {isUnlisted && <option value={String(slowModeSec)}>{say('{slowModeSec} seconds', { slowModeSec })}</option>}
            {pauses().map(({ seconds, text }) => (
              <option key={seconds} value={String(seconds)}>
                {text}
              </option>
            ))}
          </select>
          <p class="hint" id="slow-mode-hint">
            {say('How long each person waits between two comments.')}
          </p>
        </div>
        <Said role="alert" class="problem">
          {problem}
        </Said>
        <WordList state={state} />
        <p class="hint">{say('You and your moderators can always write.')}</p>
      </div>
    </section>
  )
}
