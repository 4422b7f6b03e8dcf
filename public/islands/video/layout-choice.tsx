import { type Signal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { createPainter } from '../../exporter/painter.ts'
import { type Layout, layouts } from '../../exporter/scene.ts'
import type { Material } from './use-material.ts'

const names = () => ({ sleeve: say('Cover'), wave: say('Waveform'), tape: say('Cassette') })
const preview = { width: 360, height: 640 } as const
/** The preview shows this part of the clip's length. */
const shownPart = 0.4

type LayoutChoiceProps = { layout: Signal<Layout>; material: Material }

export const LayoutChoice = ({ layout, material }: LayoutChoiceProps) => (
  <fieldset class="clip-layouts">
    <legend>{say('Layout')}</legend>
    {layouts.map((each) => (
      <label key={each}>
        <input
          type="radio"
          name="layout"
          class="sr"
          value={each}
          checked={layout.value === each}
          onChange={() => {
            layout.value = each
          }}
        />
        <Preview layout={each} material={material} />
        <span>{names()[each]}</span>
      </label>
    ))}
  </fieldset>
)

function Preview({ layout, material }: { layout: Layout; material: Material }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useSignalEffect(() => {
    material.version.value
    const pen = canvas.current?.getContext('2d')
    if (!pen) return
    const scene = material.scene(layout, preview)
    createPainter(scene, pen)(scene.durationSec * shownPart)
  })
  return <canvas ref={canvas} {...preview} />
}
