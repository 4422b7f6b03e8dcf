import Copy from '../../../../public/islands/links/copy.tsx'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'

const CopyKey = island('links/copy', Copy)

/** The secret link of a page, to keep. `name`: of what it opens. */
export const SavedLink = ({ url, name }: { url: string; name: string }) => (
  <div class="field">
    <label for="secret-link">{say('Save this link')}</label>
    <div class="line">
      <input id="secret-link" class="mono" readOnly value={url} aria-describedby="secret-link-hint" />
      <CopyKey url={url} of={name} />
    </div>
    <p class="hint" id="secret-link-hint">
      {say('It is your ticket back to this page. Anyone who has it can play and download, too.')}
    </p>
  </div>
)
