import { say } from '../../lib/language/say.ts'
import type { ReceiptRow } from './issue-receipt.ts'

/** `lines`: name, address and tax ID. */
export type Party = { part: string; lines: readonly string[] }

type Details = { name: string; address: string | null; taxId: string | null }

const linesOf = ({ name, address, taxId }: Details) => [
  name,
  ...(address?.split('\n') ?? []),
  ...(taxId === null ? [] : [say('Tax ID {taxId}', { taxId })]),
]

/**
 * Returns the seller of a receipt, and for whom they sold when the seller of record is the owner of
 * the instance (rule: seller-of-record). Empty while neither has given details.
 */
export function sellersOf(receipt: ReceiptRow): readonly Party[] {
  const { sellerLegalName, sellerAddress: address, sellerTaxId: taxId } = receipt
  const { ownerName, ownerAddress, ownerTaxId } = receipt
  const artist = linesOf({ name: sellerLegalName ?? receipt.sellerName, address, taxId })
  if (ownerName !== null) {
    const owner = linesOf({ name: ownerName, address: ownerAddress, taxId: ownerTaxId })
    return [
      { part: say('Sold by'), lines: owner },
      { part: say('On behalf of'), lines: artist },
    ]
  }
  const isTold = sellerLegalName !== null || address !== null || taxId !== null
  return isTold ? [{ part: say('Sold by'), lines: artist }] : []
}
