import { tabStore } from '../../lib/store.ts'
import { payersSecret } from '../guest/payers-secret.ts'
import { askVerdict, type Verdict } from './ask-verdict.ts'

const keyOf = (slug: string, part: 'payment' | 'secret' | 'link') => `tapedeck.guest.${part}.${slug}` as const

type Begun = { receiptUrl: string } & ({ paymentIntentId: string; clientSecret: string } | { entitled: true })

const pathOf = (url: string) => new URL(url).pathname

/**
 * A guest's checkout in this tab, kept over the way to their bank and back: its state can be asked
 * only with the payment's secret, and only the secret link leads to the purchase. A browser that
 * came back without it, as from some banks' apps, has the payment's secret in its address.
 */
export function guestPayment(slug: string) {
  const search = typeof location === 'undefined' ? '' : location.search
  const returned = new URLSearchParams(search)
  const told = { id: returned.get('payment_intent'), secret: returned.get('payment_intent_client_secret') }
  const secretOf = (paymentIntentId: string) => {
    if (tabStore.read(keyOf(slug, 'payment')) === paymentIntentId) return tabStore.read(keyOf(slug, 'secret'))
    return told.id === paymentIntentId ? told.secret : null
  }
  const linkOf = (paymentIntentId: string) =>
    tabStore.read(keyOf(slug, 'payment')) === paymentIntentId ? tabStore.read(keyOf(slug, 'link')) : null

  return {
    keep(begun: Begun): void {
      tabStore.write(keyOf(slug, 'link'), pathOf(begun.receiptUrl))
      tabStore.write(keyOf(slug, 'payment'), 'clientSecret' in begun ? begun.paymentIntentId : null)
      tabStore.write(keyOf(slug, 'secret'), 'clientSecret' in begun ? begun.clientSecret : null)
    },
    /** Returns the secret of the checkout in this tab that another one replaces. */
    before: (): string | undefined => tabStore.read(keyOf(slug, 'link'))?.split('/').at(-1),
    link: (): string | null => tabStore.read(keyOf(slug, 'link')),
    /**
     * Forgets it, once it is collected. The payment's secret stays in this tab, so that its payer
     * can put it into a library.
     */
    forget(): void {
      const [id, secret] = [tabStore.read(keyOf(slug, 'payment')), tabStore.read(keyOf(slug, 'secret'))]
      if (id !== null && secret !== null) payersSecret.keep(id, secret)
      for (const part of ['payment', 'secret', 'link'] as const) tabStore.write(keyOf(slug, part), null)
    },
    async verdictOf(paymentIntentId: string): Promise<Verdict> {
      const clientSecret = secretOf(paymentIntentId)
      if (clientSecret === null) return { kind: 'unpaid', isOpen: false }
      const verdict = await askVerdict(paymentIntentId, { clientSecret, needsLink: linkOf(paymentIntentId) === null })
      if (verdict.kind === 'yours' && verdict.link) tabStore.write(keyOf(slug, 'link'), pathOf(verdict.link))
      return verdict
    },
  }
}
