import { say } from '../../../../src/lib/language/say.ts'
import { Icon } from '../../../lib/icon.tsx'

type UploadKeysProps = {
  /** The name of the file. */
  name: string
  kind: string
  resume: () => void
  cancel: () => void
}

/** The keys beside a file on its way: resume it, cancel it, or dismiss that it was refused. */
export const UploadKeys = ({ name, kind, resume, cancel }: UploadKeysProps) => (
  <span class="acts">
    {kind === 'stuck' && (
      <button type="button" class="key" aria-label={say('Resume {name}', { name })} onClick={resume}>
        <Icon name="retry" />
        {say('Resume')}
      </button>
    )}
    <button
      type="button"
      class="quiet"
      aria-label={kind === 'refused' ? say('Dismiss {name}', { name }) : say('Cancel {name} ## an upload', { name })}
      onClick={cancel}
    >
      <Icon name="cross" />
    </button>
  </span>
)
