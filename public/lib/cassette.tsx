import { say } from '../../src/lib/language/say.ts'
import { cutText } from './cut-text.ts'

type CassetteProps = {
  title?: string
  imprint?: string
  /** Handle of the tape's world: the reels turn while its music plays (see player/reels.ts). */
  handle?: string
  /** The letter in the corner of the label: A, or B in the live room. */
  side?: string
}

const Reel = ({ x }: { x: number }) => (
  <g transform={`translate(${x} 156)`}>
    <g class="reel">
      <circle class="hub" r="22" />
      <circle class="teeth" r="15" pathLength="60" />
      <circle class="axle" r="6" />
    </g>
  </g>
)

/**
 * A compact cassette, drawn in the colours of the world it belongs to. Screen readers pass over it:
 * whatever stands on its label is a heading or a link next to it.
 */
export function Cassette({ title = '', imprint = '', handle = '', side = say('A') }: CassetteProps) {
  const written = cutText(title, 30)
  return (
    <svg class="cassette" viewBox="0 0 400 256" data-tape={handle || undefined} aria-hidden="true">
      <rect class="shell" width="400" height="256" rx="16" />
      <rect class="rim" x="7" y="7" width="386" height="242" rx="11" />
      <path class="screw" d="M18 18h.01M382 18h.01M18 238h.01M382 238h.01" />
      <rect class="label" x="30" y="24" width="340" height="172" rx="7" />
      <path class="rule" d="M74 45H356M74 73H356" />
      <path class="band" d="M30 84h340v20H30z" />
      <path class="band two" d="M30 104h340v8H30z" />
      <text class="side" x="41" y="70">
        {side}
      </text>
      <svg x="76" y="28" width="284" height="55" aria-hidden="true">
        <text class={written.length > 18 ? 'title long' : 'title'} y="41">
          {written}
        </text>
      </svg>
      <text class="imprint" x="42" y="188">
        {cutText(imprint, 12)}
      </text>
      <path class="window" d="M132 122H268a34 34 0 0 1 0 68H132a34 34 0 0 1 0-68z" />
      <g class="packs">
        <circle class="pack left" cx="144" cy="156" r="32" />
        <circle class="pack right" cx="256" cy="156" r="32" />
      </g>
      <Reel x={144} />
      <Reel x={256} />
      <path class="rim" d="M92 249l10-34H298l10 34" />
      <path class="screw" d="M132 233h.01M200 233h.01M268 233h.01" />
    </svg>
  )
}
