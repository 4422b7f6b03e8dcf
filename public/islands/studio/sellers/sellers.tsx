import { useSignal } from '@preact/signals'
import type { Seller } from '../../../../src/books/seller/model.ts'
import { SellerRow } from './seller-row.tsx'

export type ShownSeller = Seller & { mayAllow: boolean; mayEnd: boolean }

export default function Sellers({ sellers }: { sellers: readonly ShownSeller[] }) {
  const shown = useSignal(sellers)
  return (
    <ul class="rows stored">
      {shown.value.map((seller) => (
        <SellerRow
          key={seller.id}
          seller={seller}
          onChange={(changed) => {
            shown.value = shown.value.map((each) => (each.id === changed.id ? changed : each))
          }}
        />
      ))}
    </ul>
  )
}
