import { say } from '../../../../lib/language/say.ts'
import { heightOf, namedBars, roundPercent, type Scale, scaleOf } from './plot-scale.ts'

/** The fill of a part of a bar: distinguished by texture as well as by colour. */
export type Ink = 'sales' | 'tips' | 'emoji' | 'licenses' | 'back' | 'collects'

/**
 * A bar: its label, which fits only on some, its description, and its parts; negative ones are
 * drawn below the line.
 */
export type Bar = { name: () => string; told: string; parts: readonly { ink: Ink; value: number }[] }

type PlotProps = {
  id: string
  title: string
  summary: string
  bars: readonly Bar[]
  label: (value: number) => string
  least?: number
}

const sum = (parts: Bar['parts']) => ({
  high: parts.reduce((total, { value }) => total + Math.max(0, value), 0),
  low: parts.reduce((total, { value }) => total + Math.min(0, value), 0),
})

/**
 * A bar chart. Positions are percentages and text has fixed sizes, so that the same drawing fits
 * phones and desktops; a table contains the same figures.
 */
export function Plot({ id, title, summary, bars, label, least = 0 }: PlotProps) {
  const sums = bars.map(({ parts }) => sum(parts))
  const scale = scaleOf(Math.min(0, ...sums.map(({ low }) => low)), Math.max(least, ...sums.map(({ high }) => high)))
  const slot = 100 / bars.length
  return (
    <svg class="plot" role="img" aria-label={say('{name}: {text}', { name: title, text: summary })}>
      <Textures id={id} />
      {scale.lines.map((value) => (
        <Line key={value} at={heightOf(scale, value)} isBase={value === 0} text={label(value)} />
      ))}
      {bars.map((bar, index) => (
        <BarOf key={bar.told} id={id} bar={bar} scale={scale} left={index * slot} slot={slot} />
      ))}
      {namedBars(bars.length).map((index) => (
        <text key={index} class="name" dy="1.5em" x={`${roundPercent((index + 0.5) * slot)}%`} y="100%">
          {bars[index]?.name()}
        </text>
      ))}
    </svg>
  )
}

const Line = ({ at, isBase, text }: { at: number; isBase: boolean; text: string }) => (
  <>
    <line class={isBase ? 'base' : 'rule'} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} />
    <text class="scale" x="0" dx="-8" dy="0.32em" y={`${at}%`}>
      {text}
    </text>
  </>
)

const widest = 9

type BarOfProps = { id: string; bar: Bar; scale: Scale; left: number; slot: number }

function BarOf({ id, bar, scale, left, slot }: BarOfProps) {
  const width = Math.min(slot * 0.72, widest)
  const x = `${roundPercent(left + (slot - width) / 2)}%`
  let [up, down] = [0, 0]
  return (
    <g>
      <title>{bar.told}</title>
      <rect class="hit" x={`${roundPercent(left)}%`} width={`${roundPercent(slot)}%`} y="0" height="100%" />
      {bar.parts.map(({ ink, value }) => {
        if (value === 0) return null
        const from = value > 0 ? up : down
        const [top, foot] = [
          heightOf(scale, Math.max(from, from + value)),
          heightOf(scale, Math.min(from, from + value)),
        ]
        if (value > 0) up += value
        else down += value
        const place = { x, width: `${roundPercent(width)}%`, y: `${top}%`, height: `${roundPercent(foot - top)}%` }
        return <rect key={ink} class="ink" data-ink={ink} fill={inkOf(id, ink)} {...place} />
      })}
    </g>
  )
}

const textured = new Set<Ink>(['tips', 'emoji', 'licenses', 'back'])

const inkOf = (id: string, ink: Ink) => (textured.has(ink) ? `url(#${id}-${ink})` : 'currentColor')

const Textures = ({ id }: { id: string }) => (
  <defs>
    <pattern id={`${id}-tips`} data-ink="tips" width="6" height="6" patternUnits="userSpaceOnUse">
      <path d="M-1 7 7 -1M-1 1 1 -1M5 7 7 5" />
    </pattern>
    <pattern id={`${id}-emoji`} data-ink="emoji" width="5" height="5" patternUnits="userSpaceOnUse">
      <circle cx="2.5" cy="2.5" r="1.3" />
    </pattern>
    <pattern id={`${id}-licenses`} data-ink="licenses" width="6" height="6" patternUnits="userSpaceOnUse">
      <path d="M3 0V6" />
    </pattern>
    <pattern id={`${id}-back`} data-ink="back" width="5" height="5" patternUnits="userSpaceOnUse">
      <path d="M0 2.5H5" />
    </pattern>
  </defs>
)

export const Legend = ({ id, inks }: { id: string; inks: readonly { ink: Ink; name: string }[] }) => (
  <ul class="legend">
    {inks.map(({ ink, name }) => (
      <li key={ink}>
        <svg class="swatch" aria-hidden="true">
          <rect class="ink" data-ink={ink} fill={inkOf(id, ink)} width="100%" height="100%" />
        </svg>
        {name}
      </li>
    ))}
  </ul>
)
