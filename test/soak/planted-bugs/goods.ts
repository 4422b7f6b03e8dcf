import type { PlantedBug } from './bug.ts'

/** Bugs planted by a reader from outside that no test noticed then. */
export const goodsBugs: readonly PlantedBug[] = [
  {
    name: 'the rest counts tracks that were bought after it was begun',
    file: 'src/shop/rest/rest.ts',
    text: 'sumOf(paid.filter((order) => orderIds.includes(order.id)))',
    becomes: 'sumOf(paid)',
    tests: ['shop/single-track'],
  },
  {
    name: 'everything is begun although tapes to come were taken out of the offer meanwhile',
    file: 'src/shop/everything/draft-everything.ts',
    text: 'JSON.stringify([price, hasFuture, tapes',
    becomes: 'JSON.stringify([price, tapes',
    tests: ['shop/everything-later'],
  },
  {
    name: 'the parts of everything are by price, also where tracks are taken off',
    file: 'src/shop/everything/draft-everything.ts',
    text: 'price.tapes.map(({ dueMinor }) => dueMinor)',
    becomes: 'tapes.map(({ priceMinor }) => priceMinor)',
    tests: ['shop/everything'],
  },
  {
    name: 'a tape that is withdrawn again is given to whoever bought what comes later',
    file: 'src/shop/everything/future-tapes.ts',
    text: " || !tape.published || tape.privacy !== 'public'",
    becomes: '',
    tests: ['shop/everything'],
  },
  {
    name: 'a refund takes the VAT back from the artist',
    file: 'src/order/post/kept-vat.ts',
    text: 'taxedRest(ctx, order.id) - refunding)',
    becomes: 'taxedRest(ctx, order.id) - refunding * 0)',
    tests: ['books/vat'],
  },
  {
    name: 'the fee for an answer is of an inquiry',
    file: 'src/earnings/account-fee/answered-dispute.ts',
    text: "ne(state, 'INQUIRY'), ",
    becomes: '',
    tests: ['earnings/account-fee'],
  },
  {
    name: 'a refund takes an older debt along',
    file: 'src/earnings/transfer/cover-refund.ts',
    text: 'Math.max(0, heldFor(ctx, { ...share, mode: processor.mode }))',
    becomes: 'heldFor(ctx, { ...share, mode: processor.mode })',
    tests: ['order/refund-covered'],
  },
]
