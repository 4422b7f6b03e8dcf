import { say } from '../../../src/lib/language/say.ts'

/** The seller, the page of their terms, and what their country has said here; null for none. */
export type SellerOfPayment = { name: string; address: readonly string[]; terms: string | null; note: string | null }

/** Stands at the key with which one pays (rule: seller-is-named). */
export const SellerLine = ({ seller, isSale }: { seller: SellerOfPayment; isSale: boolean }) => {
  const named = { seller: [seller.name, ...seller.address].join(', ') }
  return (
    <p class="fine-print seller" dir="auto">
      {isSale ? say('Seller: {seller}', named) : say('Paid to: {seller}', named)}
      {seller.terms !== null && (
        <>
          {' · '}
          <a href={seller.terms} target="_blank" rel="noopener">
            {say('Terms')}
          </a>
        </>
      )}
      {isSale && (
        <>
          {' · '}
          <a href="/withdraw" target="_blank" rel="noopener">
            {say('Withdraw from contract')}
          </a>
        </>
      )}
      {isSale && seller.note !== null && (
        <>
          <br />
          {seller.note}
        </>
      )}
    </p>
  )
}
