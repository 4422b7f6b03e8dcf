import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { cutSquare, isOblong, pictureSize, type Size } from './cut-square.ts'
import { SlipDialog } from './slip-dialog.tsx'

/** A picture of which a part has to be chosen, and the callback for the part: null for none. */
export type Oblong = Size & { file: File; url: string; settle: (cut: File | null) => void }

/** The artist chooses the part of a picture that is not square; null when they cancel. */
export async function askForSquare(file: File, asked: Signal<Oblong | null>): Promise<File | null> {
  const size = await pictureSize(file)
  // A file that this browser cannot show is left to the server to refuse.
  if (!size || !isOblong(size)) return file
  const url = URL.createObjectURL(file)
  const cut = await new Promise<File | null>((settle) => {
    asked.value = { ...size, file, url, settle }
  })
  if (asked.value?.url === url) asked.value = null
  URL.revokeObjectURL(url)
  return cut
}

export const CropDialog = ({ asked }: { asked: Signal<Oblong | null> }) => (
  <SlipDialog about={asked} title={() => say('Choose the part that is shown')} onClose={({ settle }) => settle(null)}>
    {(picture) => <Crop picture={picture} />}
  </SlipDialog>
)

function Crop({ picture: { file, url, width, height, settle } }: { picture: Oblong }) {
  const percent = useSignal(50)
  const preview = useRef<HTMLImageElement>(null)
  useEffect(() => {
    preview.current?.style.setProperty('object-position', `${percent.value}% ${percent.value}%`)
  }, [percent.value])
  const isWide = width > height
  return (
    <>
      <p>{say('It is shown as a square.')}</p>
      <img ref={preview} class="crop" src={url} alt={say('The part that is shown')} width="320" height="320" />
      <label class="crop-place">
        <span class="mono">{isWide ? say('From left to right') : say('From top to bottom')}</span>
        <input
          type="range"
          min="0"
          max="100"
          value={percent.value}
          onInput={({ currentTarget }) => {
            percent.value = currentTarget.valueAsNumber
          }}
        />
      </label>
      <div class="acts">
        <button type="button" class="key" onClick={() => settle(null)}>
          {say('Cancel')}
        </button>
        <button
          type="button"
          class="key go"
          onClick={async () => settle(await cutSquare(file, percent.value / 100).catch(() => file))}
        >
          {say('Use this part')}
        </button>
      </div>
    </>
  )
}
