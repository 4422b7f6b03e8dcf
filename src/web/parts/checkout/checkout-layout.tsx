import type { ComponentChildren } from 'preact'
import { say } from '../../../lib/language/say.ts'
import { pagePath, splitSlug } from '../../../lib/text/slug.ts'
import { titleLength, wordLength } from '../../../lib/text/title-length.ts'
import type { Media } from '../tape-view.ts'

type CheckoutLayoutProps = {
  media: Pick<Media, 'texture'>
  goods: ComponentChildren
  /** Whether there is a form; otherwise the page says why not. */
  hasForm: boolean
  label?: string
  /** The present content of a page that fills by itself; absent for other pages. */
  revision?: string | undefined
  children: ComponentChildren
}

/**
 * A checkout page in the colours of the artist's world: the thing being bought on the left, the
 * form on the right.
 */
export const CheckoutLayout = ({ media, goods, hasForm, label, revision, children }: CheckoutLayoutProps) => (
  <main
    id="main"
    class="world checkout wrap"
    data-pattern={media.texture.profilePatternId}
    data-revision={revision}
    tabIndex={-1}
  >
    <article class="jcard">
      {goods}
      <section
        class="payment-side"
        aria-label={label ?? (hasForm ? say('Payment') : say('Why there is nothing to pay'))}
      >
        {hasForm && (
          <noscript>
            <p class="notice">
              {say('Paying needs JavaScript: switch it on for this site, then load the page again.')}
            </p>
          </noscript>
        )}
        {children}
      </section>
    </article>
  </main>
)

type OrderSummaryProps = {
  handle: string
  art: ComponentChildren
  title: string
  /** The length that the title appears to have. By default its number of characters decides. */
  length?: ReturnType<typeof titleLength>
  hand: string
  children?: ComponentChildren
}

export const OrderSummary = ({
  handle,
  art,
  title,
  length = titleLength(title),
  hand,
  children,
}: OrderSummaryProps) => (
  <header class="goods">
    {art}
    <div class="names">
      <p class="eyebrow">
        <a href={pagePath(handle)}>@{splitSlug(handle).handle}</a>
      </p>
      <h1 dir="auto" data-length={length} data-word={wordLength(title)}>
        {title}
      </h1>
      <p class="hand" dir="auto">
        {hand}
      </p>
    </div>
    {children && <div class="particulars">{children}</div>}
  </header>
)

type NoticeProps = { title: string; text: string; children: ComponentChildren }

export const Notice = ({ title, text, children }: NoticeProps) => (
  <div class="form">
    <h2>{title}</h2>
    <p>{text}</p>
    <div class="acts">{children}</div>
  </div>
)

export const WorldKey = ({ href, label }: { href: string; label: string }) => (
  <a class="key go" href={href}>
    {label}
  </a>
)
