import type { ComponentChildren } from 'preact'
import { Cassette } from '../../../../public/lib/cassette.tsx'
import { afterSignIn } from '../../../lib/account/after-sign-in.ts'
import { sameOriginPath } from '../../../lib/address/same-origin-path.ts'
import type { Head } from '../../document/document.tsx'
import { NeedsScript } from '../needs-script.tsx'
import { type Offer, OfferSleeve, OfferWords } from './offer.tsx'

type FormLayoutProps = {
  title: string
  lead: string
  children: ComponentChildren
  foot?: ComponentChildren
  hasArt?: boolean
  /** Whether the form works without scripts. */
  isPlain?: boolean
  /** The reason for signing in, in place of title, lead and cassette. */
  offer?: Offer | null
}

/** The purpose on the left, the form on the right, drawn as an open J-card. */
export const FormLayout = (props: FormLayoutProps) => {
  const { title, lead, children, foot, hasArt = true, isPlain = false, offer = null } = props
  return (
    <main id="main" class="world gate wrap" data-pattern="soft-grain" tabIndex={-1}>
      <div class="jcard" data-offer={offer ? '' : undefined}>
        {offer ? (
          <OfferWords offer={offer} otherDoor={foot} />
        ) : (
          <div class="gate-words">
            <h1>{title}</h1>
            <p>{lead}</p>
          </div>
        )}
        {offer && <OfferSleeve offer={offer} />}
        {!offer && hasArt && (
          <div class="gate-art" aria-hidden="true">
            <Cassette />
          </div>
        )}
        {!isPlain && <NeedsScript />}
        {children}
        {!offer && foot && <p class="gate-foot">{foot}</p>}
      </div>
    </main>
  )
}

/**
 * Returns the head of an account's page, which search engines do not list, in the colours of the
 * page it leads to.
 */
export const formHead = (title: string, description: string, path: string, offer: Offer | null = null): Head => ({
  title,
  description,
  path,
  sheet: 'forms',
  isHidden: true,
  ...(offer ? { theme: offer.sheet } : {}),
})

export const nextWord = { next: 16_384 } as const

/** Returns the path that the visitor came from, or their start page. */
export const nextPath = (raw: string | undefined): string => sameOriginPath(raw, afterSignIn)

export const withNext = (path: string, next: string): string =>
  next === afterSignIn ? path : `${path}?next=${encodeURIComponent(next)}`
