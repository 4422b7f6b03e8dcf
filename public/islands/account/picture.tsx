import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { PictureKey } from '../../lib/picture-key.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type PictureProps = { url: string; displayName: string }

const isDrawn = (url: string) => url.endsWith('.svg')

export default function Picture({ url, displayName }: PictureProps) {
  const shown = useSignal(url)
  const put = async (pfpAssetId: string | null) => {
    const { data, error } = await api.auth['update-profile'].post({ pfpAssetId })
    if (error) return troubleOf(error).text
    shown.value = data.artist.pfp
    return null
  }
  return (
    <div class="portrait">
      <img loading="lazy" src={shown.value} alt={displayName} width="256" height="256" />
      <PictureKey label={say('Choose a picture')} onPicture={({ id }) => put(id)}>
        {!isDrawn(shown.value) && (
          <button type="button" class="link needs-js" onClick={() => void put(null)}>
            {say('Use the drawn picture')}
          </button>
        )}
      </PictureKey>
    </div>
  )
}
