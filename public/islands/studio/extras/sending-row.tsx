import { say } from '../../../../src/lib/language/say.ts'
import { Icon } from '../../../lib/icon.tsx'
import { Said } from '../../../lib/said.tsx'
import { sizeOf } from '../../../lib/size.ts'
import { cancelSending, goOn, type Sending } from './sending.ts'

/** A file on its way: its name, its progress, and its buttons. */
export function SendingRow({ sending }: { sending: Sending }) {
  const { file, sentBytes } = sending
  const state = sending.state.value
  return (
    <li class="upload" data-state={state.kind}>
      <b dir="auto">{file.name}</b>
      <span class="acts">
        {state.kind === 'stuck' && (
          <button
            type="button"
            class="key"
            aria-label={say('Resume {name}', { name: file.name })}
            onClick={() => goOn(sending)}
          >
            <Icon name="retry" />
            {say('Resume')}
          </button>
        )}
        <button
          type="button"
          class="quiet"
          aria-label={
            state.kind === 'refused'
              ? say('Dismiss {name}', { name: file.name })
              : say('Cancel {name} ## an upload', { name: file.name })
          }
          onClick={() => cancelSending(sending)}
        >
          <Icon name="cross" />
        </button>
      </span>
      {(state.kind === 'sending' || state.kind === 'stuck') && (
        <progress class="meter" max={file.size} value={sentBytes.value} aria-label={file.name} />
      )}
      {'why' in state ? (
        <Said as="span" role="alert" class="problem">
          {state.kind === 'refused' && <strong>{say('Not uploaded.')} </strong>}
          {state.why}
        </Said>
      ) : (
        <span class="mono">
          {state.kind === 'waiting'
            ? say('Waiting, {size}', { size: sizeOf(file.size) })
            : say('{sent} of {whole}', { sent: sizeOf(sentBytes.value), whole: sizeOf(file.size) })}
        </span>
      )}
    </li>
  )
}
