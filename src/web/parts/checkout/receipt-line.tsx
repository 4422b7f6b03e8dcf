import type { ComponentChildren } from 'preact'
import type { ReceiptBuyer } from '../../../order/paper/model.ts'

export const Line = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)

/** A name and an address, without the lines that are empty. */
export const AddressLines = ({ lines }: { lines: readonly string[] }) => (
  <>
    {lines.map(
      (line) =>
        line !== '' && (
          <span key={line} class="address">
            {line}
          </span>
        ),
    )}
  </>
)

export const BuyerLines = ({ buyer: { name, address, vatId } }: { buyer: ReceiptBuyer }) => (
  <AddressLines lines={[name, ...(address?.split('\n') ?? []), vatId ?? '']} />
)
