import type { Signal } from '@preact/signals'
import { PictureKey } from '../../../lib/picture-key.tsx'
import type { CassetEditor } from '../casset-editor.ts'
import { Choice } from './choice.tsx'
import { Colours } from './colours.tsx'

const textures = [
  { value: 'none', text: 'None' },
  { value: 'soft-grain', text: 'Soft grain' },
  { value: 'paper-fiber', text: 'Paper fibre' },
  { value: 'halftone', text: 'Halftone' },
  { value: 'scanlines', text: 'Scanlines' },
  { value: 'paint-fog', text: 'Paint fog' },
] as const

const backgrounds = [
  { value: 'none', text: 'Plain paper' },
  { value: 'color', text: 'Tinted with the accent' },
  { value: 'cover', text: 'The cover, blurred' },
  { value: 'image', text: 'Your own picture' },
] as const

const foots = [
  { value: 'auto', text: 'Same as page' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
  { value: 'cover', text: 'Colour of the cover' },
] as const

type LookProps = { editor: CassetEditor; backgroundUrl: Signal<string | null> }

/** The settings of the world's look; this page previews them. */
export function Look({ editor, backgroundUrl }: LookProps) {
  const { cassetBackgroundSource, footerTheme } = editor.theme.value
  const texture = editor.texture.value.profilePatternId
  return (
    <section class="look" aria-labelledby="look-title">
      <h2 id="look-title">Look</h2>
      <fieldset class="field swatches">
        <legend>Texture</legend>
        {textures.map(({ value, text }) => (
          <label key={value}>
            <input
              type="radio"
              class="sr"
              name="texture"
              value={value}
              checked={value === texture}
              onChange={() => void editor.change({ profilePatternId: value })}
            />
            <span class="swatch" data-pattern={value} aria-hidden="true" />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      <Colours editor={editor} />
      <div>
        <Choice
          name="background"
          legend="Background"
          options={backgrounds}
          value={cassetBackgroundSource}
          onChoose={(source) => editor.change({ cassetBackgroundSource: source })}
        />
        {cassetBackgroundSource === 'image' && (
          <PictureKey
            label={backgroundUrl.value ? 'Change picture' : 'Choose a picture'}
            onPicture={async ({ id, url }) => {
              const trouble = await editor.change({ backgroundAssetId: id })
              if (trouble === null) backgroundUrl.value = url
              return trouble?.text ?? null
            }}
          />
        )}
      </div>
      <Choice
        name="foot"
        legend="Footer"
        options={foots}
        value={footerTheme}
        onChoose={(wanted) => editor.change({ footerTheme: wanted })}
      />
    </section>
  )
}
