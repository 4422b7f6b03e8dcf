import type { Signal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { Fold } from '../../../lib/fold.tsx'
import { PictureKey } from '../../../lib/picture-key.tsx'
import type { CassetEditor } from '../casset-editor.ts'
import { ExtrasFold } from '../extras/fold.tsx'
import { Choice } from './choice.tsx'
import { Colours } from './colours.tsx'

const textures = () =>
  [
    { value: 'none', text: say('None') },
    { value: 'soft-grain', text: say('Soft grain') },
    { value: 'paper-fiber', text: say('Paper fibre') },
    { value: 'halftone', text: say('Halftone') },
    { value: 'scanlines', text: say('Scanlines') },
    { value: 'paint-fog', text: say('Paint fog') },
  ] as const

const backgrounds = () =>
  [
    { value: 'none', text: say('Plain paper') },
    { value: 'color', text: say('Tinted with the accent') },
    { value: 'cover', text: say('The cover, blurred') },
    { value: 'image', text: say('Your own picture') },
  ] as const

const foots = () =>
  [
    { value: 'auto', text: say('Same as page') },
    { value: 'light', text: say('Light') },
    { value: 'dark', text: say('Dark') },
    { value: 'cover', text: say('Colour of the cover') },
  ] as const

type LookProps = { editor: CassetEditor; backgroundUrl: Signal<string | null>; slug: string }

export function Look({ editor, backgroundUrl, slug }: LookProps) {
  const { cassetBackgroundSource, footerTheme } = editor.theme.value
  const texture = editor.texture.value.profilePatternId
  return (
    <section aria-labelledby="look-title">
      <Fold class="look" summary={<h2 id="look-title">{say('Look and extras')}</h2>}>
        <fieldset class="field swatches">
          <legend>{say('Texture')}</legend>
          {textures().map(({ value, text }) => (
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
            legend={say('Background')}
            options={backgrounds()}
            value={cassetBackgroundSource}
            onChoose={(source) => editor.change({ cassetBackgroundSource: source })}
          />
          {cassetBackgroundSource === 'image' && (
            <PictureKey
              label={backgroundUrl.value ? say('Change picture') : say('Choose a picture')}
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
          legend={say('Footer')}
          options={foots()}
          value={footerTheme}
          onChoose={(wanted) => editor.change({ footerTheme: wanted })}
        />
        <ExtrasFold cassetId={editor.casset.value.id} slug={slug} />
      </Fold>
    </section>
  )
}
