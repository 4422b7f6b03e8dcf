import type { ComponentChildren } from 'preact'
import { Cassette } from '../../../public/lib/cassette.tsx'
import { sameOriginPath } from '../../lib/same-origin-path.ts'
import type { Head } from '../document.tsx'
import { NeedsScript } from './needs-script.tsx'

type FormLayoutProps = {
  title: string
  lead: string
  children: ComponentChildren
  foot?: ComponentChildren
  hasArt?: boolean
  /** Whether the form works without scripts. */
  isPlain?: boolean
}

/** A page with one form: its purpose on the left, the form on the right, drawn as an open J-card. */
export const FormLayout = ({ title, lead, children, foot, hasArt = true, isPlain = false }: FormLayoutProps) => (
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
      {!isPlain && <NeedsScript />}
      {children}
      {foot && <p class="gate-foot">{foot}</p>}
    </div>
  </main>
)

/** Returns the head of an account's page, which search engines do not list. */
export const formHead = (title: string, description: string, path: string): Head => ({
  title: `${title} · Tapedeck`,
  description,
  path,
  sheet: 'forms',
  isHidden: true,
})

const afterSignIn = '/studio'

/** The query parameters of /login and /signup. */
export const nextWord = { next: 16_384 } as const

/** Returns where to go after signing in: the path that the visitor came from, or the studio. */
export const nextPath = (raw: string | undefined): string => sameOriginPath(raw, afterSignIn)

/** Returns a path that remembers where its visitor wants to go next. */
export const withNext = (path: string, next: string): string =>
  next === afterSignIn ? path : `${path}?next=${encodeURIComponent(next)}`
