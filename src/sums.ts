import { listedSums } from './casset/listed-sums.ts'
import { releasedSums, usageSums } from './casset/usage/usage-sums.ts'
import { scoreSums } from './drop/score-sums.ts'
import { collectSums } from './money/checkout/collect-sums.ts'
import { tapeSums } from './money/checkout/tape-sums.ts'
import { discountSums } from './money/discount/discount-sums.ts'
import { codeSums } from './money/download-code/code-sums.ts'
import { holderSums } from './money/emoji/holder-sums.ts'
import { balanceSums, daySums } from './money/ledger/ledger-sums.ts'
import { soldSums } from './money/order/sold-sums.ts'
import { vatSums } from './money/vat/vat-sums.ts'
import type { KeptSums } from './platform/kept-sums.ts'
import { publishedSums } from './release/release-sums.ts'

/** All sums that triggers keep, one line a kind, in the order in which they are computed again. */
export const keptSums: readonly KeptSums[] = [
  daySums,
  balanceSums,
  collectSums,
  tapeSums,
  soldSums,
  vatSums,
  holderSums,
  codeSums,
  discountSums,
  scoreSums,
  listedSums,
  releasedSums,
  usageSums,
  publishedSums,
]
