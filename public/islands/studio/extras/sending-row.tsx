import { say } from '../../../../src/lib/language/say.ts'
import { Said } from '../../../lib/said.tsx'
import { sizeOf } from '../../../lib/size.ts'
import { UploadKeys } from '../upload/upload-keys.tsx'
import { cancelSending, goOn, type Sending } from './sending.ts'

/** A file on its way: its name, its progress, and its buttons. */
export function SendingRow({ sending }: { sending: Sending }) {
  const { file, sentBytes } = sending
  const state = sending.state.value
  return (
    <li class="upload" data-state={state.kind}>
      <b dir="auto">{file.name}</b>
      <UploadKeys
        name={file.name}
        kind={state.kind}
        resume={() => goOn(sending)}
        cancel={() => cancelSending(sending)}
      />
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
