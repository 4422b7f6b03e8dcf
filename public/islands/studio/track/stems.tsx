import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { FileKey } from '../../../lib/file-key.tsx'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

export function Stems({ editor, track: { id, title, stemsAssetId } }: { editor: CassetEditor; track: OwnerTrack }) {
  const isBusy = useSignal(false)
  const problem = useSignal('')
  const run = async (act: () => Promise<string>) => {
    isBusy.value = true
    problem.value = ''
    problem.value = await act()
    isBusy.value = false
  }
  const attach = async (assetId: string | null) => (await editor.changeTrack(id, { stemsAssetId: assetId }))?.text ?? ''
  const upload = async (file: File) => {
    const { data, error } = await api.studio.assets.post({ file })
    if (error) return troubleOf(error).text
    return data.asset.kind === 'stems'
      ? attach(data.asset.id)
      : say('This is not a zip. Put the stems into one zip file.')
  }
  return (
    <div class="stems">
      <p>
        {stemsAssetId === null
          ? say('None yet. Upload a zip of the separate parts, for people with a license.')
          : say('A zip of stems is attached.')}
      </p>
      <div class="acts">
        <FileKey accept=".zip,application/zip" isBusy={isBusy.value} onFile={(file) => void run(() => upload(file))}>
          {isBusy.value ? say('Sending…') : stemsAssetId === null ? say('Upload stems') : say('Replace stems')}
          <span class="sr"> {say('of {title}', { title })}</span>
        </FileKey>
        {stemsAssetId !== null && (
          <button type="button" class="key" disabled={isBusy.value} onClick={() => void run(() => attach(null))}>
            {say('Remove stems')}
          </button>
        )}
      </div>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </div>
  )
}
