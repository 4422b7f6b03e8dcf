import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { titleLength } from '../../../../src/lib/text/title-length.ts'
import type { OwnerMedia } from '../../../../src/world/media.ts'
import { askForSquare, CropDialog, type Oblong } from '../../../lib/crop-dialog.tsx'
import { lengthFault } from '../../../lib/form.ts'
import { Inline } from '../../../lib/inline.tsx'
import { PictureKey } from '../../../lib/picture-key.tsx'
import { Sleeve } from '../../../lib/sleeve.tsx'
import type { PublishProps } from '../publish/publish-dialog.tsx'
import { Release } from '../release.tsx'

type FrontProps = Omit<PublishProps, 'artist'> & { artist: OwnerMedia['artist'] }

const faultOfName = (name: string): string =>
  name === '' ? say('Enter a name.') : lengthFault(name, longest.cassetName)

export function Front({ artist, ...props }: FrontProps) {
  const { editor } = props
  const { name, slug } = editor.casset.value
  const cover = editor.cover.value
  const asked = useSignal<Oblong | null>(null)
  return (
    <header class="front">
      <div class="sleeve-editor">
        <Sleeve cover={cover} name={name} artist={artist.displayName} handle={slug} />
        <PictureKey
          label={cover ? say('Change cover') : say('Choose a cover')}
          prepare={(file) => askForSquare(file, asked)}
          onPicture={async ({ id }) => (await editor.change({ coverAssetId: id }))?.text ?? null}
        >
          {cover && (
            <button type="button" class="link needs-js" onClick={() => void editor.change({ coverAssetId: null })}>
              {say('Remove cover')}
            </button>
          )}
        </PictureKey>
        <CropDialog asked={asked} />
      </div>
      <div class="names">
        <p class="eyebrow">@{artist.handle}</p>
        <h1 data-length={titleLength(name)}>
          <Inline
            wraps
            id="casset-name"
            label={say('Name of the casset')}
            value={name}
            faultOf={faultOfName}
            onKeep={(text) => editor.change({ name: text })}
          />
        </h1>
        <Release {...props} artist={artist.displayName} />
      </div>
    </header>
  )
}
