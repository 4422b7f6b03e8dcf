import type { ComponentChildren } from 'preact'
import { Cassette } from '../../../public/lib/cassette.tsx'
import { sameOriginPath } from '../../lib/same-origin-path.ts'
import type { Head } from '../document.tsx'

type FormLayoutProps = {
  title: string
  lead: string
  children: ComponentChildren
  foot?: ComponentChildren
  hasArt?: boolean
}

/** A page with one form: what it is for on the left, the form on the right, as a J-card laid open. */
export const FormLayout = ({ title, lead, children, foot, hasArt = true }: FormLayoutProps) => (
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

/** The head of an account's page, which no search engine lists. */
export const formHead = (title: string, description: string, path: string): Head => ({
  title: `${title} · Tapedeck`,
  description,
  path,
  sheet: 'forms',
  isHidden: true,
})

const afterSignIn = '/studio'

/** The words of the addresses of /login and /signup. */
export const nextWord = { next: 16_384 } as const

/** Where somebody goes who has signed in: the path they came from, or the studio. */
export const nextPath = (raw: string | undefined): string => sameOriginPath(raw, afterSignIn)

/** A path that remembers where its visitor wants to go next. */
export const withNext = (path: string, next: string): string =>
  next === afterSignIn ? path : `${path}?next=${encodeURIComponent(next)}`
