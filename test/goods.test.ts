import { expect, test } from 'bun:test'
import { orders } from '../db/schema/order/order.ts'
import { goods } from '../src/rooms.ts'
import { allSources } from './support/sources.ts'

const product = (await allSources()).filter(({ path }) => /^(?:src|public|db)\//.test(path))
const kinds = orders.kind.enumValues
const quoted = `'(?:${kinds.join('|')})'`

/**
 * The places that read as a kind of goods: compared, in a branch of SQL or of a switch, next to the
 * word, or next to another kind.
 */
const asKind = new RegExp(
  `(?:[=!]==?|<>|\\bcase|\\bWHEN|\\bTHEN|\\bELSE|\\bIN \\()\\s*${quoted}|\\b\\w*[kK]inds?\\b.*${quoted}|${quoted}.*(?:\\b\\w*[kK]inds?\\b|${quoted})`,
)

/** Where a kind is at home: the folder of the file that says what it is, `…-goods.ts`. */
const homes = new Map(
  product
    .filter(({ path }) => path.endsWith('-goods.ts'))
    .map(({ path, text }) => [/^ {2}kind: '(\w+)',$/m.exec(text)?.[1], path.slice(0, path.lastIndexOf('/') + 1)]),
)

const exceptions: Readonly<Record<string, string>> = {
  'db/schema/order/order.ts': 'the list of kinds',
  'src/books/ledger/ledger-sums.ts':
    'what a posting counts as whose order is lost; a trigger of the database says the same',
  'src/operate/rehearsal/try-payments.ts': 'orders a tip, as a person would',
  'src/shop/everything/everything-goods.ts': 'it is made of cassets, and ends what was begun for one of them',
  'src/shop/rest/rest-orders.ts': 'a rest is that of single tracks',
  'src/shop/single-track/single-goods.ts': 'a track that somebody has changes what a tape would cost them',
  'src/release/next-step.ts': 'the next step of an agent, which may be to ask for a license',
  'src/release/shape.ts': 'the same, as it is answered',
  'public/room/message.ts': 'events of the room, one of which is a tip',
  'public/room/room-store.ts': 'the same',
  'public/islands/room/feed-items.ts': 'the same',
}

test('each kind of goods is at home in one folder', () => {
  expect([...homes.keys()].toSorted()).toEqual(kinds.toSorted())
  expect(Object.keys(goods).toSorted()).toEqual(kinds.toSorted())
})

test('no member of the goods is there for one kind alone, but for money that is no sale', () => {
  const given = Object.values(goods).flatMap((each) => Object.keys(each))
  const ofOne = [...new Set(given)].filter((name) => given.indexOf(name) === given.lastIndexOf(name))
  expect(ofOne).toEqual(['payout'])
})

test('outside its folder no kind of goods is named, and nothing is decided by it', () => {
  const naming = product.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const named = asKind.test(line) ? kinds.filter((kind) => line.includes(`'${kind}'`)) : []
      const isStrange = named.some((kind) => !path.startsWith(homes.get(kind) ?? '-'))
      return isStrange ? [{ path, at: `${path}:${index + 1}: ${line.trim()}` }] : []
    }),
  )
  expect(naming.filter(({ path }) => !(path in exceptions)).map(({ at }) => at)).toEqual([])
  // An exception that is no longer needed fails as well.
  expect(Object.keys(exceptions).filter((path) => !naming.some((each) => each.path === path))).toEqual([])
})

test.each([
  "if (kind === 'tip') return",
  "case 'prize':",
  "const heading = `CASE o.kind WHEN 'casset' THEN c.name`",
  "new Set(['tip', 'prize'])",
  "WHERE state = 'PAID' AND kind <> 'prize'",
  "buy(ctx, { kind: 'emoji' })",
])('a decision by a kind is seen: %s', (line) => {
  expect(asKind.test(line)).toBe(true)
})

test('no list has a line for each kind', () => {
  const line = new RegExp(`^\\s*(?:${kinds.join('|')})\\??:`, 'gm')
  const listing = product.filter(({ text }) => new Set(text.match(line)?.map((each) => each.trim())).size > 3)
  // Sentences about absent things are about things of all rooms, goods or not.
  const others = listing.map(({ path }) => path).filter((path) => path !== 'src/lib/text/absent-text.ts')
  expect(others).toEqual([])
})
