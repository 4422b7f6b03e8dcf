import type { ComponentChildren } from 'preact'
import type { Media } from './tape-view.ts'

type CheckoutLayoutProps = {
  media: Media
  /** What lies on the counter. */
  goods: ComponentChildren
  /** Whether there is a form; else it is said why there is none. */
  hasForm: boolean
  children: ComponentChildren
}

/** A page of the checkout, in the colours of the world that is paid: what is paid for on the left, one form on the right. */
export const CheckoutLayout = ({ media, goods, hasForm, children }: CheckoutLayoutProps) => (
  <main id="main" class="world checkout wrap" data-pattern={media.texture.profilePatternId} tabIndex={-1}>
    <article class="jcard">
      {goods}
      <section class="counter-side" aria-label={hasForm ? 'Payment' : 'Why there is nothing to pay'}>
        {hasForm && (
          <noscript>
            <p class="notice">Paying needs JavaScript: switch it on for this site, then load the page again.</p>
          </noscript>
        )}
        {children}
      </section>
    </article>
  </main>
)

type OrderSummaryProps = {
  /** Whose world it is of. */
  handle: string
  /** What it looks like. */
  art: ComponentChildren
  title: string
  length: 'long' | 'endless' | undefined
  /** Under the title, in handwriting. */
  hand: string
  children?: ComponentChildren
}

/** What lies on the counter: how it looks, what it is called and whose it is. */
export const OrderSummary = ({ handle, art, title, length, hand, children }: OrderSummaryProps) => (
  <header class="goods">
    {art}
    <div class="names">
      <p class="eyebrow">
        <a href={`/@${handle}`}>@{handle}</a>
      </p>
      <h1 dir="auto" data-length={length}>
        {title}
      </h1>
      <p class="hand" dir="auto">
        {hand}
      </p>
      {children}
    </div>
  </header>
)

type NoticeProps = { title: string; text: string; children: ComponentChildren }

/** Why there is nothing to pay, and where to go instead. */
export const Notice = ({ title, text, children }: NoticeProps) => (
  <div class="form">
    <h2>{title}</h2>
    <p>{text}</p>
    <div class="acts">{children}</div>
  </div>
)

/** The key to a casset. */
export const WorldKey = ({ href, label }: { href: string; label: string }) => (
  <a class="key go" href={href}>
    {label}
  </a>
)
