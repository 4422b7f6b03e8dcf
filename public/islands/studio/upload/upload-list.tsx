import { inEachLanguage } from '../../../../src/lib/language/formats.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { Icon } from '../../../lib/icon.tsx'
import { Said } from '../../../lib/said.tsx'
import { sizeOf } from '../../../lib/size.ts'
import { type CutUpload, cutUploads, discardCut } from './cut-uploads.ts'
import { UploadKeys } from './upload-keys.tsx'
import { cancelUpload, goOn, type Upload, type UploadState, uploads } from './uploads.ts'

const time = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const farOffMs = 60_000
// Of a folder with thousands of files, those that wait further behind are only counted.
const mostWaiting = 50

function uploadText(state: UploadState, sentBytes: number, { size }: Upload['file']): string {
  if (state.kind === 'waiting') return say('Waiting, {size}', { size: sizeOf(size) })
  if (state.kind === 'reading') return say('Reading the waveform…')
  if (state.kind === 'sending' && sentBytes >= size) return say('Uploaded. Checking…')
  if (state.kind === 'sending') return say('{sent} of {whole}', { sent: sizeOf(sentBytes), whole: sizeOf(size) })
  if (state.kind === 'refused') return state.why
  const { why, goesOnAt } = state
  const isFarOff = goesOnAt !== null && goesOnAt - Date.now() > farOffMs
  return isFarOff ? say('{why} It resumes at {time}.', { why, time: time().format(goesOnAt) }) : why
}

export function UploadList() {
  const waiting = uploads.value.filter(({ state }) => state.value.kind === 'waiting').slice(mostWaiting)
  const hidden = new Set(waiting)
  return (
    uploads.value.length + cutUploads.value.length > 0 && (
      <ul class="uploads" aria-label={say('Uploads')}>
        {cutUploads.value.map((cut) => (
          <CutRow key={cut.key} cut={cut} />
        ))}
        {uploads.value.map((upload) => !hidden.has(upload) && <UploadRow key={upload.id} upload={upload} />)}
        {hidden.size > 0 && (
          <li>{say('and {moreFiles, plural, one {# more file} other {# more files}}', { moreFiles: hidden.size })}</li>
        )}
      </ul>
    )
  )
}

export const UploadHint = () =>
  uploads.value.some(({ state }) => state.value.kind !== 'refused') && (
    <p class="hint">{say('Leave this page open until the files have arrived.')}</p>
  )

const CutRow = ({ cut }: { cut: CutUpload }) => (
  <li class="upload" data-state="cut">
    <b dir="auto">{cut.name}</b>
    <span class="acts">
      <button
        type="button"
        class="quiet"
        aria-label={say('Discard {name}', { name: cut.name })}
        onClick={() => void discardCut(cut)}
      >
        <Icon name="cross" />
      </button>
    </span>
    <progress class="meter" max={cut.size} value={cut.sentBytes} aria-label={cut.name} />
    <span class="mono">
      {say('Cut off at {sent} of {whole}. Choose this file again to resume.', {
        sent: sizeOf(cut.sentBytes),
        whole: sizeOf(cut.size),
      })}
    </span>
  </li>
)

/** An upload: its name, its progress, and its buttons. Only this renders again while it is sent. */
function UploadRow({ upload }: { upload: Upload }) {
  const { id, file, sentBytes } = upload
  const state = upload.state.value
  const isTrouble = state.kind === 'stuck' || state.kind === 'refused'
  return (
    <li class="upload" data-state={state.kind}>
      <b dir="auto" id={`upload-${id}`}>
        {file.name}
      </b>
      <UploadKeys name={file.name} kind={state.kind} resume={() => goOn(upload)} cancel={() => cancelUpload(upload)} />
      {state.kind !== 'refused' && state.kind !== 'waiting' && (
        <progress class="meter" max={file.size} value={sentBytes.value} aria-labelledby={`upload-${id}`} />
      )}
      {isTrouble ? (
        <Said as="span" role="alert" class="problem">
          <strong>{state.kind === 'refused' ? say('Not uploaded.') : say('The tape jammed.')} </strong>
          {uploadText(state, sentBytes.value, file)}
        </Said>
      ) : (
        <span class="mono">{uploadText(state, sentBytes.value, file)}</span>
      )}
    </li>
  )
}
