import type { ComponentChildren } from 'preact'
import { Cassette } from '../../../public/lib/cassette.tsx'

type GateProps = {
  title: string
  lead: string
  children: ComponentChildren
  foot?: ComponentChildren
  hasArt?: boolean
}

/** A page with one form: what it is for on the left, the form on the right, as a J-card laid open. */
export const Gate = ({ title, lead, children, foot, hasArt = true }: GateProps) => (
  <main id="main" class="world gate wrap" data-pattern="soft-grain" tabIndex={-1}>
    <div class="jcard">
      <div class="gate-words">
        <h1>{title}</h1>
        <p>{lead}</p>
      </div>
      {hasArt && (
        <div class="gate-art" aria-hidden="true">
          <Cassette />
        </div>
      )}
      <noscript>
        <p class="notice">This form needs JavaScript: switch it on for this site, then load the page again.</p>
      </noscript>
      {children}
      {foot && <p class="gate-foot">{foot}</p>}
    </div>
  </main>
)
